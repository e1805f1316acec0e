#!/usr/bin/env bash
# Makes the programs that check deploy/ : helm and compose-config from their Go modules, and kubernetes-validate from
# PyPI, in .cache/deploy-tools. Any Go will do: one that is too old fetches a newer one. Takes minutes the first time.
set -euo pipefail
cd "$(dirname "$0")"
into=$(realpath -m ../../../.cache/deploy-tools)
TOOLCHAIN=go1.26.8
KUBERNETES_VALIDATE=1.33.1

# packages/testing/src/deploy/deploy-tools.ts compares it, so that nothing old is used.
stamp=$(cat build.sh go.mod go.sum compose-config/main.go | sha256sum | cut -d ' ' -f 1)
[ "$(cat "$into/stamp" 2>/dev/null || true)" != "$stamp" ] || exit 0
rm -rf "$into"
mkdir -p "$into"

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
	--target "$into/python" "kubernetes-validate==$KUBERNETES_VALIDATE"

go=go
if go version | grep -qE ' go1\.([0-9]|1[0-9]|20)[. ]'; then
	# Before 1.21, Go does not fetch toolchains by itself. Files of a module cannot be executed.
	module="golang.org/toolchain@v0.0.1-$TOOLCHAIN.linux-$(go env GOARCH)"
	work=$(mktemp -d)
	(cd "$work" && printf 'module toolchain\n' >go.mod && go mod download "$module")
	GOROOT="$(go env GOMODCACHE)/$module"
	export GOROOT
	find "$GOROOT/bin" "$GOROOT/pkg/tool" -type f -exec chmod +x {} +
	rm -r "$work"
	go="$GOROOT/bin/go"
fi
GOTOOLCHAIN=auto "$go" build -trimpath -ldflags='-s -w' -o "$into/" ./compose-config helm.sh/helm/v3/cmd/helm
echo "$stamp" >"$into/stamp"
