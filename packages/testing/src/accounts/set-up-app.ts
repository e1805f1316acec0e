import { cookieOf, OWNER, type TestApi } from "../api/test-api.ts";
import { codeOfApp } from "./authenticator-app.ts";

/**
 * Sets up an authenticator app for whoever is signed in.
 * @returns the secret of its codes, the recovery codes, and the renewed session
 */
export const setUpApp = async (
	{ ask }: Pick<TestApi, "ask">,
	headers: Record<string, string>,
	/** `mistakes` are wrong codes, which are typed first. */
	{ password = OWNER.password, mistakes = [] as string[] } = {},
) => {
	const started = await ask("/api/auth/two-factor/enable", { headers, body: { password } });
	const { totpURI, backupCodes } = started.body as { totpURI: string; backupCodes: string[] };
	const secret = new URL(totpURI).searchParams.get("secret") ?? "";
	const verify = (code: string) =>
		ask("/api/auth/two-factor/verify-totp", { headers, body: { code } });
	for (const mistake of mistakes) await verify(mistake);
	const verified = await verify(codeOfApp(secret, Date.now()));
	if (verified.status !== 200) throw new Error(`The app was refused: ${verified.status}`);
	return { secret, recoveryCodes: backupCodes, cookie: cookieOf(verified) };
};
