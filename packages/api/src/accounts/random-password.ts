import { randomInt } from "node:crypto";

const LENGTH = 20;
/** Without letters and digits that look alike, for copying by hand. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A generated password, 115 bits strong. */
export const randomPassword = (): string =>
	Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
