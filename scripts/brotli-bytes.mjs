import { brotliCompressSync, constants } from "node:zlib";

/** The size of a text in the best compression that browsers accept. */
export const brotliBytes = (text) =>
	brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
