import { createHmac, timingSafeEqual } from "node:crypto";

const signatureOf = (recipientId: string, secret: string): string =>
	createHmac("sha256", secret).update(`report mail recipient:${recipientId}`).digest("base64url");

/**
 * The token in each mail to a recipient with which they unsubscribe without signing in. It is signed, not stored: it
 * works as long as the recipient is there, and allows nothing else.
 */
export const recipientToken = (recipientId: number, secret: string): string =>
	`${recipientId}.${signatureOf(String(recipientId), secret)}`;

/** The recipient of a token; undefined for one that this installation did not sign. */
export const recipientOfToken = (token: string, secret: string): number | undefined => {
	const [id = "", given = ""] = token.split(".", 2);
	if (!/^[1-9]\d{0,8}$/.test(id)) return undefined;
	const [one, other] = [Buffer.from(given), Buffer.from(signatureOf(id, secret))];
	return one.length === other.length && timingSafeEqual(one, other) ? Number(id) : undefined;
};
