import { hash } from "node:crypto";

/** 64 bits of a text as two unsigned 32-bit halves; SQL computes the same from MD5, see stored-state.ts. */
export interface Hash {
	high: number;
	low: number;
}

const wordOf = (bytes: string, from: number) =>
	((bytes.charCodeAt(from) << 24) |
		(bytes.charCodeAt(from + 1) << 16) |
		(bytes.charCodeAt(from + 2) << 8) |
		bytes.charCodeAt(from + 3)) >>>
	0;

/** MD5 for its distribution and because both sides have it; nothing here is secret. */
export const hashOf = (text: string): Hash => {
	// As a string of bytes, which takes half the time of a buffer.
	const digest = hash("md5", text, "binary");
	return { high: wordOf(digest, 0), low: wordOf(digest, 4) };
};

/** The same 64 bits as decimal text, as the store takes its UInt64. */
export const decimalHashOf = (text: string): string =>
	hash("md5", text, "buffer").readBigUInt64BE(0).toString();
