import { brotliCompressSync, constants } from "node:zlib";

/** What a text weighs in the best compression that browsers take. */
export const brotliBytes = (text) =>
	brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
