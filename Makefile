# GNU make. Every target installs the tools it needs; see scripts/tools.sh.

TOOLS := scripts/tools.sh
BIN := node_modules/.bin
# Trunk takes wasm-bindgen from the PATH. It stops on a NO_COLOR=1.
TRUNK := env -u NO_COLOR PATH="$(CURDIR)/.tools/bin:$$PATH" trunk

# The order of the prerequisites of `test` is meant.
.NOTPARALLEL:

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' Makefile

.PHONY: serve
serve: tools-page ## Build the page and serve it on http://localhost:8080
	exec $(TRUNK) serve --release --offline

.PHONY: build
build: tools-page ## Build the page into target/page
	$(TRUNK) build --release --offline

.PHONY: dist
dist: tools-node build ## Make the page to publish, dist/, and the same in one file, dist/tiescope.html
	node scripts/dist.mjs

.PHONY: test
test: check-rust test-rust check-page test-page ## Run every check and test

.PHONY: check-rust
check-rust: tools-rust ## Check the formatting of the Rust code and its documentation, and lint it
	cargo fmt --check
	cargo clippy --all-targets -- -D warnings
	cargo clippy --lib --target wasm32-unknown-unknown -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --quiet --no-deps --workspace

.PHONY: test-rust
test-rust: ## Run the Rust tests: unit, property, golden and documentation
	cargo test

# The type check reads the declarations that the build writes into target/page.
.PHONY: check-page
check-page: tools-node build ## Check the formatting and the types of the page, and lint it
	$(BIN)/biome ci --colors=off
	$(BIN)/tsc -p tsconfig.json
	$(BIN)/tsc -p tests/page/tsconfig.json

.PHONY: test-page
test-page: dist ## Test the page to publish in Chromium and Firefox
	CHROMIUM=$$($(TOOLS) chromium) && FIREFOX=$$($(TOOLS) firefox) && export CHROMIUM FIREFOX && \
	$(BIN)/playwright test

# Times change from run to run, so this is no test.
.PHONY: bench
bench: dist ## Measure natively, in Chromium and in Python; write benches/RESULTS.md
	CHROMIUM=$$($(TOOLS) chromium) && export CHROMIUM && node benches/run.mjs

.PHONY: pictures
pictures: dist ## Take the pictures of the documentation anew
	CHROMIUM=$$($(TOOLS) chromium) && export CHROMIUM && node scripts/pictures.mjs

.PHONY: fmt
fmt: tools-node ## Format everything
	cargo fmt
	$(BIN)/biome check --write

.PHONY: clean
clean: ## Remove what was built, but not the tools
	rm -rf dist target

.PHONY: tools-rust tools-page tools-node
tools-rust tools-page tools-node:
	@$(TOOLS) $(@:tools-%=%)
