import { hash } from "node:crypto";

/** 64 bits of a text as two unsigned 32-bit halves; SQL gets the same ones from MD5, see stored-state.ts. */
export interface Hash {
	high: number;
	low: number;
}

/** MD5 for its spread and because both sides have it; nothing here is a secret. */
export const hashOf = (text: string): Hash => {
	const digest = hash("md5", text, "buffer");
	return { high: digest.readUInt32BE(0), low: digest.readUInt32BE(4) };
};

/** The same 64 bits as decimal text, as the store takes its UInt64. */
export const decimalHashOf = (text: string): string =>
	hash("md5", text, "buffer").readBigUInt64BE(0).toString();
