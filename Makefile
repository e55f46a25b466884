# Every command of the project; `make help` lists them.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help run quick test check soak mutate bench gallery generate trace lock sbom token wheel fmt clean ready ready-for-tests

VENV := .venv
BIN := $(CURDIR)/$(VENV)/bin
DATA := $(or $(WARDLINE_DATA_DIR),$(CURDIR)/.wardline)
DEMO := WARDLINE_DEMO=1 WARDLINE_DATA_DIR="$(DATA)"
PYTEST := cd backend && "$(BIN)/pytest"

# Every command starts many Python processes, and recompiling everything would take each of them as long as its imports do.
unexport PYTHONDONTWRITEBYTECODE

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ready ## install, build and serve the demonstration at http://127.0.0.1:8000
	@"$(BIN)/python" backend/scripts/build_web.py
	@exec env $(DEMO) "$(BIN)/wardline" serve

quick: ready-for-tests ## check and test what the change since origin/main touches, in less than a minute
	@"$(BIN)/python" backend/scripts/quick.py

test: ready-for-tests ## everything: checks, contract, Python, vitest, a real browser
	@"$(BIN)/python" backend/scripts/test_all.py

check: ready-for-tests ## format, lint, types and import rules only; a checker whose settings changed first proves that it works
	@"$(BIN)/python" backend/scripts/check.py

soak: ready-for-tests ## what make test leaves out: long versions, every width and scheme, checkers proven again
	@"$(BIN)/python" backend/scripts/build_web.py
	@"$(BIN)/python" backend/scripts/media_servers.py --soak
	@export WARDLINE_CHROMIUM="$$("$(BIN)/python" backend/scripts/browser.py)"; \
	 failed=0; \
	 "$(BIN)/python" backend/scripts/check.py --prove || failed=1; \
	 (cd frontend && PATH="$(BIN):$$PATH" WARDLINE_THOROUGH=1 npm run --silent e2e) || failed=1; \
	 ($(PYTEST) -m soak -n 2 --dist loadfile --no-loadscope-reorder) || failed=1; \
	 exit $$failed

mutate: ready-for-tests ## run mutation tests on both sides, into docs/mutation.md; MINUTES=30
	@cd frontend && PATH="$(BIN):$$PATH" node mutation/run.mjs $$(( $(or $(MINUTES),30) * 2 / 5 ))
	@cd backend && "$(BIN)/python" -m mutation.run --minutes $$(( $(or $(MINUTES),30) * 3 / 5 - 1 ))

bench: ready-for-tests ## measure, into docs/benchmarks.md
	@"$(BIN)/python" backend/scripts/build_web.py
	@failed=0; for benchmark in backend/benchmarks/bench_*.py; do "$(BIN)/python" "$$benchmark" || failed=1; done; exit $$failed

gallery: ready-for-tests ## pictures of every screen and dialog, three widths, light and dark, into frontend/gallery
	@"$(BIN)/python" backend/scripts/build_web.py
	@rm -rf frontend/gallery
	@cd frontend && PATH="$(BIN):$$PATH" WARDLINE_CHROMIUM="$$("$(BIN)/python" ../backend/scripts/browser.py)" npm run --silent gallery

generate: ready-for-tests ## write the contract and the browser's code from the Python definitions
	@"$(BIN)/python" backend/scripts/generate.py

trace: ready-for-tests ## which tests prove each requirement, into docs/traceability.tsv
	@"$(BIN)/python" backend/scripts/traceability.py

token: ready ## print an access token of the demonstration: make -s token AS=nurse
	@$(DEMO) "$(BIN)/wardline" token --as "$(or $(AS),nurse)"

wheel: ready ## build the Python wheel with the web application in it
	@"$(BIN)/python" backend/scripts/build_web.py
	@"$(BIN)/uv" build --quiet --wheel --no-build-isolation --python "$(BIN)/python" --out-dir backend/dist backend
	@ls backend/dist/*.whl

fmt: ready-for-tests ## format both sides
	@cd backend && "$(BIN)/ruff" format --quiet . && "$(BIN)/ruff" check --quiet --fix . || true
	@cd frontend && PATH="$(BIN):$$PATH" npm run --silent format

lock: ready ## regenerate the lock files from their sources; UPGRADE=1 takes newer versions
	@cd backend && for name in bootstrap runtime build test; do \
	  case $$name in runtime) source=pyproject.toml ;; *) source=requirements/$$name.in ;; esac; \
	  case $$name in build) with="-c requirements/runtime.lock -c requirements/bootstrap.lock" ;; \
	    test) with="-c requirements/runtime.lock -c requirements/build.lock" ;; *) with= ;; esac; \
	  "$(BIN)/uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	    --custom-compile-command "make lock" $(if $(UPGRADE),--upgrade) $$with $$source -o requirements/$$name.lock || exit 1; \
	done

sbom: ready-for-tests ## write the bill of materials of the lock files, with licenses, which the server shows
	@"$(BIN)/python" backend/scripts/sbom.py

clean: ## remove what was built and installed; the demonstration's data stays
	@rm -rf $(VENV) frontend/node_modules frontend/dist backend/wardline/web backend/dist
	@find backend -name __pycache__ -type d -prune -exec rm -rf {} +

ready:
	@python=$$(sh backend/scripts/find_python.sh) && "$$python" backend/scripts/install.py run $(VENV)

ready-for-tests:
	@python=$$(sh backend/scripts/find_python.sh) && "$$python" backend/scripts/install.py test $(VENV)
	@"$(BIN)/python" backend/scripts/build_web.py --only-packages
