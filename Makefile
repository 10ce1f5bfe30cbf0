# Every target works on a clean checkout with Go, git and bash: the linters come with tools/go.mod.
TOOL = go tool -modfile=tools/go.mod

.PHONY: test lint fmt check storefront ci

test: ## all tests, with the race detector
	go test -race ./...

lint: ## the static gates of .ci/run
	go vet ./...
	$(TOOL) staticcheck ./...
	$(TOOL) errcheck -exclude tools/errcheck.txt ./...
	$(TOOL) exhaustive -d ./...

fmt: ## format Go files
	git ls-files -co --exclude-standard '*.go' | xargs $(TOOL) gofumpt -w

check: ## the policies of this repository: load, lint, golden tests
	go run ./cmd/lacuna check policies
	go run ./cmd/lacuna test policies

storefront: ## play the example
	go run ./examples/storefront

ci: ## everything that must pass before a change lands
	.ci/run
