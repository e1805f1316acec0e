import { randomInt } from "node:crypto";

const LENGTH = 20;
/** Without letters and digits that look alike: someone will copy it by hand. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A password for someone who did not choose one, 115 bits strong. */
export const randomPassword = (): string =>
	Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
