#!/usr/bin/env bash
# Makes the programs that check deploy/ : helm and compose-config from their Go modules, and kubernetes-validate from
# PyPI, in .cache/deploy-tools. Any Go will do: one that is too old fetches a newer one. Takes minutes the first time.
set -euo pipefail
cd "$(dirname "$0")"
into=$(realpath -m ../../../.cache/deploy-tools)
KUBERNETES_VALIDATE=1.33.1

# packages/testing/src/deploy/deploy-tools.ts compares it, so that nothing old is used.
stamp=$(cat build.sh go.mod go.sum compose-config/main.go | sha256sum | cut -d ' ' -f 1)
[ "$(cat "$into/stamp" 2>/dev/null || true)" != "$stamp" ] || exit 0
rm -rf "$into"
mkdir -p "$into"

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
	--target "$into/python" "kubernetes-validate==$KUBERNETES_VALIDATE"

. ../../go-toolchain.sh
"$go" build -trimpath -ldflags='-s -w' -o "$into/" ./compose-config helm.sh/helm/v3/cmd/helm
echo "$stamp" >"$into/stamp"
