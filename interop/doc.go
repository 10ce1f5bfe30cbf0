// Package interop tries the proxy with clients and servers of other makers: mark3labs/mcp-go, and the TypeScript SDK where Node.js is
// installed. It has tests only, and a module of its own, so that the library depends on none of them.
package interop
