// Package browser tries the console in a real browser: what it shows while a tool's server dies, whether axe finds a barrier, and what it
// looks like. It has tests only, and a module of its own, so that the library depends on no browser. Chromium has to be installed, and the
// packages of this folder, by npm ci; without one of them the tests are skipped, and say so.
package browser
