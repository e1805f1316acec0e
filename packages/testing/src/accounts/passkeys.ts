import { type Answered, cookieOf, type TestApi } from "../api/test-api.ts";
import type { PasskeyDevice } from "./passkey-device.ts";

type Headers = Record<string, string>;

const AUTH = "/api/auth/passkey";

/** Requests of people who use passkeys; every challenge is kept in a cookie. */
export const passkeysOf = ({ ask }: Pick<TestApi, "ask">) => {
	const answered = async (
		[options, verify]: [options: string, verify: string],
		headers: Headers,
		respond: (options: Record<string, unknown>) => object,
	): Promise<Answered> => {
		const asked = await ask(`${AUTH}/${options}`, { headers });
		if (asked.status !== 200) return asked;
		const { cookie: challenge } = cookieOf(asked);
		const cookie = [headers["cookie"], challenge].filter(Boolean).join("; ");
		const response = respond(asked.body as Record<string, unknown>);
		return ask(`${AUTH}/${verify}`, { headers: { cookie }, body: { response } });
	};
	return {
		/** Adds the passkey of a device to the account of a session. */
		add: (device: PasskeyDevice, headers: Headers, given: { verifies?: boolean } = {}) =>
			answered(["generate-register-options", "verify-registration"], headers, (options) =>
				device.create(options, given),
			),
		/** Signs in with the passkey of a device, or proves it in the session of `headers`. */
		prove: (device: PasskeyDevice, headers: Headers = {}, given: { verifies?: boolean } = {}) =>
			answered(["generate-authenticate-options", "verify-authentication"], headers, (options) =>
				device.prove(options, given),
			),
	};
};
