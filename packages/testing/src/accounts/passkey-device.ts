import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** Options of WebAuthn, as the server sends them. */
type Options = Record<string, unknown>;

/** Flags of the authenticator data (WebAuthn, section 6.1). */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest();
const textOf = (bytes: Buffer) => bytes.toString("base64url");
const uint16 = (value: number) => Buffer.from([value >> 8, value & 255]);

/** Short texts, and byte strings below 256 bytes, in CBOR, which attestations are written in. */
const cborText = (text: string) =>
	Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);

/**
 * A device that makes one passkey (WebAuthn with ES256 and no attestation) and proves it, for pages of this origin.
 * `verifies` says whether it checks who uses it, by a PIN or a fingerprint.
 */
export const createPasskeyDevice = (origin: string) => {
	const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const credentialId = randomBytes(32);
	let uses = 0;
	const { hostname } = new URL(origin);

	const authenticatorData = (flags: number, rest: Buffer = Buffer.alloc(0)) => {
		const counter = Buffer.alloc(4);
		counter.writeUInt32BE(uses++);
		return Buffer.concat([sha256(hostname), Buffer.from([flags]), counter, rest]);
	};
	const answer = (type: string, options: Options, response: (clientData: Buffer) => object) => {
		const clientData = Buffer.from(
			JSON.stringify({ type, challenge: options["challenge"], origin, crossOrigin: false }),
		);
		return {
			id: textOf(credentialId),
			rawId: textOf(credentialId),
			type: "public-key",
			clientExtensionResults: {},
			response: { clientDataJSON: textOf(clientData), ...response(clientData) },
		};
	};
	const flagsOf = (verifies: boolean) => PRESENT | (verifies ? VERIFIED : 0);

	return {
		/** What a browser answers after `navigator.credentials.create`. */
		create: (options: Options, { verifies = true } = {}) => {
			const { x = "", y = "" } = publicKey.export({ format: "jwk" });
			const key = Buffer.concat([
				Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]),
				cborBytes(Buffer.from(x, "base64url")),
				Buffer.from([0x22]),
				cborBytes(Buffer.from(y, "base64url")),
			]);
			const aaguid = Buffer.alloc(16);
			const credential = [aaguid, uint16(credentialId.length), credentialId, key];
			const data = authenticatorData(flagsOf(verifies) | WITH_KEY, Buffer.concat(credential));
			const attestation = Buffer.concat([
				Buffer.from([0xa3]),
				...[cborText("fmt"), cborText("none"), cborText("attStmt"), Buffer.from([0xa0])],
				...[cborText("authData"), cborBytes(data)],
			]);
			return answer("webauthn.create", options, () => ({
				attestationObject: textOf(attestation),
				transports: ["internal"],
			}));
		},
		/** What a browser answers after `navigator.credentials.get`. */
		prove: (options: Options, { verifies = true } = {}) =>
			answer("webauthn.get", options, (clientData) => {
				const data = authenticatorData(flagsOf(verifies));
				const signed = Buffer.concat([data, sha256(clientData)]);
				return {
					authenticatorData: textOf(data),
					signature: textOf(sign("sha256", signed, privateKey)),
				};
			}),
	};
};
export type PasskeyDevice = ReturnType<typeof createPasskeyDevice>;
