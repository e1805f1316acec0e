# Sourced: sets `go` to a Go that can fetch the toolchain that a module names. Before 1.21, Go does not by itself.
TOOLCHAIN=go1.26.8
go=go
if go version | grep -qE ' go1\.([0-9]|1[0-9]|20)[. ]'; then
	module="golang.org/toolchain@v0.0.1-$TOOLCHAIN.linux-$(go env GOARCH)"
	work=$(mktemp -d)
	(cd "$work" && printf 'module toolchain\n' >go.mod && go mod download "$module")
	GOROOT="$(go env GOMODCACHE)/$module"
	export GOROOT
	# Files of a module cannot be executed.
	find "$GOROOT/bin" "$GOROOT/pkg/tool" -type f -exec chmod +x {} +
	rm -r "$work"
	go="$GOROOT/bin/go"
fi
export GOTOOLCHAIN=auto
