import { generateKeyPairSync, verify } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readServiceAccount, signedAssertion } from "./service-account.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const elliptic = generateKeyPairSync("ec", { namedCurve: "P-256" })
	.privateKey.export({ type: "pkcs8", format: "pem" })
	.toString();
const key = {
	type: "service_account",
	client_email: "reader@project.iam.gserviceaccount.com",
	private_key: pem,
	private_key_id: "abc",
};
const decoded = (part = "") => JSON.parse(Buffer.from(part, "base64url").toString());

describe("a service account's key", () => {
	it("signs an assertion for an hour that its public half verifies", () => {
		const account = readServiceAccount(JSON.stringify(key));
		const assertion = signedAssertion(account, {
			scope: "read",
			audience: "https://oauth2.googleapis.com/token",
			now: 1_700_000_000_999,
		});
		const [header, claims, signature = ""] = assertion.split(".");
		expect(decoded(header)).toEqual({ alg: "RS256", typ: "JWT", kid: "abc" });
		expect(decoded(claims)).toEqual({
			iss: key.client_email,
			scope: "read",
			aud: "https://oauth2.googleapis.com/token",
			iat: 1_700_000_000,
			exp: 1_700_003_600,
		});
		const content = Buffer.from(`${header}.${claims}`);
		expect(verify("RSA-SHA256", content, publicKey, Buffer.from(signature, "base64url"))).toBe(
			true,
		);
	});

	it.each([
		["private_key = x", "The key file is not JSON: download a JSON key"],
		["[]", "The key file is not a JSON object:"],
		['{"installed": {}}', 'The key file is not a service account\'s, its type is "OAuth client":'],
		['{"type": "authorized_user"}', 'its type is "authorized_user":'],
		["{}", 'its type is "file without a type":'],
		['{"type": "service_account"}', "The key file has no client_email and no private_key:"],
		[JSON.stringify({ ...key, private_key: undefined }), "The key file has no private_key:"],
		[
			JSON.stringify({ ...key, private_key: "secret" }),
			"private_key is not an RSA key in PEM form",
		],
		[
			JSON.stringify({ ...key, private_key: elliptic }),
			"private_key is not an RSA key in PEM form",
		],
		[" ".repeat(40_000), "The key file has more than 32768 characters"],
	])("is refused with what is wrong with it, and never quoted: %.40s", (content, fault) => {
		let message = "";
		try {
			readServiceAccount(content);
		} catch (error) {
			({ message } = error as Error);
		}
		expect(message).toContain(fault);
		expect(message).not.toMatch(/secret|BEGIN/);
	});
});
