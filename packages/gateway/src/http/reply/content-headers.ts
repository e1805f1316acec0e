/** Names and values in turn, as `writeHead` takes them. */
export const contentHeaders = (type: string, bytes: number): string[] => [
	"Content-Type",
	type,
	"Content-Length",
	String(bytes),
];

export const NO_STORE: readonly string[] = ["Cache-Control", "no-store"];
export const NO_CACHE: readonly string[] = ["Cache-Control", "no-cache"];
