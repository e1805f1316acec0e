import { createPrivateKey, type KeyObject, sign } from "node:crypto";
import { GoogleFault } from "./google-fault.ts";

/** Google's key files have about 2.4 kB. */
const MAX_KEY_LENGTH = 32_768;
const JWT_SECONDS = 3600;

const AGAIN =
	"download a JSON key of a service account in Google Cloud, under IAM & Admin → Service accounts → Keys";

/** What signs requests for tokens. The addresses in a key file are not used: anybody can write one. */
export interface ServiceAccount {
	email: string;
	keyId: string;
	privateKey: KeyObject;
}

const textIn = (content: Readonly<Record<string, unknown>>, name: string): string => {
	const value = content[name];
	return typeof value === "string" ? value : "";
};

const contentOf = (text: string): Readonly<Record<string, unknown>> => {
	if (text.length > MAX_KEY_LENGTH)
		throw new GoogleFault(
			"key",
			`The key file has more than ${MAX_KEY_LENGTH} characters and is not a service account's key: ${AGAIN}.`,
		);
	let content: unknown;
	try {
		content = JSON.parse(text);
	} catch {
		throw new GoogleFault("key", `The key file is not JSON: ${AGAIN}.`);
	}
	if (typeof content !== "object" || content === null || Array.isArray(content))
		throw new GoogleFault("key", `The key file is not a JSON object: ${AGAIN}.`);
	return content as Record<string, unknown>;
};

const kindOf = (content: Readonly<Record<string, unknown>>): string => {
	if ("installed" in content || "web" in content) return "OAuth client";
	return textIn(content, "type").slice(0, 60) || "file without a type";
};

/**
 * Reads the text of a key file.
 * @throws GoogleFault that says what is wrong with it, and never quotes it
 */
export const readServiceAccount = (text: string): ServiceAccount => {
	const content = contentOf(text);
	if (content["type"] !== "service_account")
		throw new GoogleFault(
			"key",
			`The key file is not a service account's, its type is "${kindOf(content)}": ${AGAIN}.`,
		);
	const email = textIn(content, "client_email");
	const pem = textIn(content, "private_key");
	const missing = [
		...(email === "" ? ["client_email"] : []),
		...(pem === "" ? ["private_key"] : []),
	];
	if (missing.length > 0)
		throw new GoogleFault("key", `The key file has no ${missing.join(" and no ")}: ${AGAIN}.`);
	let privateKey: KeyObject | undefined;
	try {
		privateKey = createPrivateKey(pem);
	} catch {
		privateKey = undefined;
	}
	if (privateKey?.asymmetricKeyType !== "rsa")
		throw new GoogleFault(
			"key",
			`The key file's private_key is not an RSA key in PEM form: ${AGAIN}.`,
		);
	return { email, keyId: textIn(content, "private_key_id"), privateKey };
};

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/**
 * A signed request for a token (RFC 7523): valid for an hour.
 * @param now ms since the epoch
 */
export const signedAssertion = (
	{ email, keyId, privateKey }: ServiceAccount,
	{ scope, audience, now }: { scope: string; audience: string; now: number },
): string => {
	const issuedAt = Math.floor(now / 1000);
	const header = { alg: "RS256", typ: "JWT", ...(keyId !== "" && { kid: keyId }) };
	const claims = { iss: email, scope, aud: audience, iat: issuedAt, exp: issuedAt + JWT_SECONDS };
	const content = `${base64(header)}.${base64(claims)}`;
	return `${content}.${sign("RSA-SHA256", Buffer.from(content), privateKey).toString("base64url")}`;
};
