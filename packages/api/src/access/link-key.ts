import { createHmac, timingSafeEqual } from "node:crypto";
import { derivedKey } from "./derived-key.ts";

const SEPARATOR = ".";

/** The link that a pass is for, as it is stored. */
export interface ProvedLink {
	linkId: number;
	keyHash: string;
	passwordHash: string | null;
	updatedAt: Date;
}

/** What a request presents: a link's key, and the proof that its password was given. */
export interface PresentedKey {
	key: string;
	pass: string | undefined;
}

/** `key` or `key.pass`, so that whatever passes a key on also passes on the proof. */
export const presentedKeyOf = (presented: string): PresentedKey => {
	const at = presented.indexOf(SEPARATOR);
	return at === -1
		? { key: presented, pass: undefined }
		: { key: presented.slice(0, at), pass: presented.slice(at + 1) };
};

/**
 * Hashes keys of private links, and signs the proofs that their passwords were given.
 * @param installationKey without it, the keys of earlier links, of 48 bits, could be guessed from their hashes
 */
export const createLinkKeys = (installationKey: string) => {
	const secret = derivedKey(installationKey, "private-links");
	const digest = (text: string) => createHmac("sha256", secret).update(text).digest("base64url");
	/** Any change of the link changes its signature, and so ends its passes. */
	const signatureOf = (link: ProvedLink, expiresAt: string): string =>
		digest(
			JSON.stringify([
				"pass",
				link.linkId,
				link.keyHash,
				link.passwordHash,
				link.updatedAt.getTime(),
				expiresAt,
			]),
		);
	return {
		/** The form in which a key is stored. */
		hashOf: (key: string): string => digest(JSON.stringify(["key", key])),
		/**
		 * @param expiresAt ms since the epoch
		 * @returns what a holder presents instead of the key
		 */
		withPass: (key: string, link: ProvedLink, expiresAt: number): string => {
			const end = expiresAt.toString(36);
			return [key, end, signatureOf(link, end)].join(SEPARATOR);
		},
		isPassOf: (link: ProvedLink, pass: string, now: number): boolean => {
			const [end = "", signature = ""] = pass.split(SEPARATOR);
			const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(link, end))];
			return (
				given.length === expected.length &&
				timingSafeEqual(given, expected) &&
				Number.parseInt(end, 36) > now
			);
		},
	};
};
export type LinkKeys = ReturnType<typeof createLinkKeys>;
