import { twoFactor } from "better-auth/plugins";
import { recoveryCodeStore } from "../second-factor/recovery-code-store.ts";

/** How long after a sign-in passkeys can be added, and factors of accounts without a password changed. */
export const FRESH_SECONDS = 600;

const REMEMBERED_SECONDS = 30 * 24 * 60 * 60;

/** Every way in that proves less than a second factor. */
const ASKED_FOR_FACTOR = ["/sign-in/email", "/sign-in-link"];

/** The library's plug-in, which here asks for the second factor after a sign-in link too. */
export const secondFactor = (secret: string) => {
	const plugin = twoFactor({
		issuer: "Footfall",
		// Accounts that sign in with a passkey or a provider have no password.
		allowPasswordless: true,
		twoFactorTable: "two_factor",
		trustDeviceMaxAge: REMEMBERED_SECONDS,
		backupCodeOptions: { storeBackupCodes: recoveryCodeStore(secret) },
	});
	const after = plugin.hooks.after.map((hook) => ({
		...hook,
		matcher: ({ path }: { path?: string }) => ASKED_FOR_FACTOR.includes(path ?? ""),
	}));
	return { ...plugin, hooks: { after } };
};

/** Paths whose new sessions have proved a second factor. */
const PROVES_FACTOR = [
	"/two-factor/verify-totp",
	"/two-factor/verify-backup-code",
	"/passkey/verify-authentication",
];
/** Paths that replace the caller's session by one that has proved as much. */
const RENEWS = ["/change-password", "/confirm-identity"];

/** When a new session proved a second factor, by the path that opens it and the session that it replaces. */
export const secondFactorAtOf = (
	path: string | undefined,
	replaced: Readonly<Record<string, unknown>> | undefined,
): Date | null => {
	if (path === undefined) return null;
	if (PROVES_FACTOR.includes(path)) return new Date();
	const provedAt = RENEWS.includes(path) ? replaced?.["secondFactorAt"] : undefined;
	return provedAt instanceof Date ? provedAt : null;
};
