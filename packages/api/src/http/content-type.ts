import { extname } from "node:path";

export const HTML = "text/html; charset=utf-8";

const TYPES: Readonly<Record<string, string>> = {
	".css": "text/css; charset=utf-8",
	".html": HTML,
	".ico": "image/x-icon",
	".js": "text/javascript; charset=utf-8",
	".json": "application/json; charset=utf-8",
	".map": "application/json; charset=utf-8",
	".mjs": "text/javascript; charset=utf-8",
	".png": "image/png",
	".svg": "image/svg+xml",
	".txt": "text/plain; charset=utf-8",
	".webmanifest": "application/manifest+json",
	".woff2": "font/woff2",
};

/** The content type of a file by the end of its name; undefined for an unknown one. */
export const contentTypeOf = (name: string): string | undefined => TYPES[extname(name)];
