import { createHmac } from "node:crypto";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_MS = 30_000;

const bytesOfBase32 = (text: string): Buffer => {
	const bits = [...text].map((one) => BASE32.indexOf(one).toString(2).padStart(5, "0")).join("");
	return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/**
 * The code that an authenticator app shows (RFC 6238 with SHA-1, six digits and 30 seconds).
 * @param secret as it is typed into an app: base32, spaces do not matter
 */
export const codeOfApp = (secret: string, atMs: number): string => {
	const counter = Buffer.alloc(8);
	counter.writeBigUInt64BE(BigInt(Math.floor(atMs / STEP_MS)));
	const key = bytesOfBase32(secret.replaceAll(/\s/g, ""));
	const hash = createHmac("sha1", key).update(counter).digest();
	const offset = (hash.at(-1) ?? 0) & 15;
	return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
};
