// Package doctest holds the pages of the project against its code: README.md, and everything below docs/. It has no code of
// its own outside tests.
//
// A block of code in a page is checked by its language. HTML comments right above the block, which a reader of the page does
// not see, say how:
//
//	```cel    is a whole policy file, and loads: by itself, or beside the files of a named set.
//	            <!-- set: shop -->          beside testdata/sets/shop; the set "policies" is the repository's own
//	            <!-- file: prices.cel -->   under this name, in place of a file of that name; "policy.cel" if not stated
//	            <!-- errors -->             does not load; the ```text block after it is what the loader says
//	```yaml   is a whole *_test.yaml, and passes beside the policy before it, or beside the set that it names.
//	```go     is a whole file that vet accepts, or stands in a file of the repository:
//	            <!-- from: examples/minimal/main.go -->
//	            <!-- body -->               is the body of a function that has an engine, a turn and the like
//	```sh     holds only commands that the test knows; or its one command is run, and prints the ```text block after it:
//	            <!-- run -->
//	            <!-- in: weather -->        in the folder testdata/weather
//	```text   stands alone, follows one of those above, is in a file, or is what an example prints:
//	            <!-- from: NOTICE -->
//	            <!-- output: examples/minimal/main_test.go -->
//
// What stands between <!-- generated: NAME --> and <!-- end --> is made from the code. A test compares it;
//
//	go test ./internal/doctest -update
//
// writes it anew.
package doctest
