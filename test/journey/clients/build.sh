#!/usr/bin/env bash
# Makes the generators of clients for the API in .cache/client-generators: openapi-python-client from PyPI with all that
# its clients import, and oapi-codegen from its Go module; and in Python a consumer of Kafka, and DuckDB. Takes a minute the first
# time.
set -euo pipefail
cd "$(dirname "$0")"
into=$(realpath -m ../../../.cache/client-generators)
OPENAPI_PYTHON_CLIENT=0.29.1
KAFKA_PYTHON=3.0.12
DUCKDB=1.4.2

# packages/testing/src/product/client-generators.ts compares it, so that nothing old is used.
stamp=$(cat build.sh go/go.mod go/go.sum | sha256sum | cut -d ' ' -f 1)
[ "$(cat "$into/stamp" 2>/dev/null || true)" != "$stamp" ] || exit 0
rm -rf "$into"
mkdir -p "$into"

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
	--target "$into/python" "openapi-python-client==$OPENAPI_PYTHON_CLIENT" "kafka-python==$KAFKA_PYTHON" "duckdb==$DUCKDB"

. ../../go-toolchain.sh
cd go
"$go" build -trimpath -ldflags='-s -w' -o "$into/" github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen
# The module cache then holds what generated clients import.
"$go" mod download github.com/oapi-codegen/runtime
ln -s "$(command -v "$go")" "$into/go"
echo "$stamp" >"$into/stamp"
