// Package proxy is one MCP server in front of many, for clients that embed nothing: it lists and calls their tools under policies.
//
// A tool that is unavailable leaves tools/list; a call that fails comes back as a structured absence; a cached or a fallback answer says
// so in its text and in _meta; writes are guarded. What the model then says is another matter, for a proxy never sees a reply: claims
// are checked only where the client asks [Proxy.Handler]'s POST /v1/turns/{id}/check, and the start-up log says so.
//
// A turn is what the client names in the header Lacuna-Turn or in the _meta field lacuna/turn; else it is a session's
// activity up to a pause. The package starts no process and opens no socket before [Proxy.Run].
package proxy
