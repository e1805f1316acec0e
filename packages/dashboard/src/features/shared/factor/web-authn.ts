type Json = Record<string, unknown>;

const bytesOf = (text: unknown): Uint8Array<ArrayBuffer> => {
	const base64 = String(text).replaceAll("-", "+").replaceAll("_", "/");
	return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
};

const textOf = (bytes: ArrayBuffer): string =>
	btoa(String.fromCharCode(...new Uint8Array(bytes)))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");

const credentialsIn = (list: unknown) =>
	((list ?? []) as Json[]).map((one) => ({ ...one, id: bytesOf(one["id"]) }));

const answer = (credential: PublicKeyCredential, response: Json): Json => ({
	id: credential.id,
	rawId: credential.id,
	type: credential.type,
	clientExtensionResults: credential.getClientExtensionResults(),
	response,
});

/** Whether this browser can use passkeys: only on pages that came over HTTPS, or from this machine. */
export const hasPasskeys = (): boolean => window.PublicKeyCredential !== undefined;

/**
 * Makes a passkey from the server's options.
 * @throws DOMException when the person cancels, or the device has one already
 */
export const createPasskey = async (options: Json): Promise<Json> => {
	const user = options["user"] as Json;
	const publicKey = {
		...options,
		challenge: bytesOf(options["challenge"]),
		user: { ...user, id: bytesOf(user["id"]) },
		excludeCredentials: credentialsIn(options["excludeCredentials"]),
	} as unknown as PublicKeyCredentialCreationOptions;
	const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
	const response = made.response as AuthenticatorAttestationResponse;
	return answer(made, {
		clientDataJSON: textOf(response.clientDataJSON),
		attestationObject: textOf(response.attestationObject),
		transports: response.getTransports?.() ?? [],
	});
};

/**
 * Proves a passkey, which the person chooses.
 * @throws DOMException when the person cancels
 */
export const provePasskey = async (options: Json): Promise<Json> => {
	const publicKey = {
		...options,
		challenge: bytesOf(options["challenge"]),
		allowCredentials: credentialsIn(options["allowCredentials"]),
	} as unknown as PublicKeyCredentialRequestOptions;
	const proved = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
	const response = proved.response as AuthenticatorAssertionResponse;
	return answer(proved, {
		clientDataJSON: textOf(response.clientDataJSON),
		authenticatorData: textOf(response.authenticatorData),
		signature: textOf(response.signature),
		...(response.userHandle && { userHandle: textOf(response.userHandle) }),
	});
};
