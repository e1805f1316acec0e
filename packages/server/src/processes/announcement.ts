import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FirstStart } from "./supervise.ts";

/** Where the owner's sign-in waits below the data directory when nobody sits at a terminal to read it. */
const SIGN_IN_FILE = "first-sign-in";

export interface Started {
	port: number;
	host: string;
	baseUrl: string | undefined;
	siteId: string | undefined;
	/** What is said about the first sign-in, see `announcedSignIn`; empty at every later start. */
	signIn: readonly string[];
}

const lines = (pairs: readonly (readonly [string, string])[]) =>
	pairs.map(([label, value]) => `  ${label.padEnd(12)} ${value}`);

const signInOf = ({ email, password, apiKey }: FirstStart): string[] =>
	lines([
		["E-mail", email],
		["Password", password ?? "the ADMIN_PASSWORD that you set"],
		["API key", apiKey],
	]);

/**
 * What is said about the first sign-in: itself to a terminal, and elsewhere the path of a file that only this user can
 * read, since what a service prints is kept in logs that others read too.
 */
export const announcedSignIn = (
	firstStart: FirstStart,
	dataDirectory: string,
	isTerminal = process.stdout.isTTY === true,
): string[] => {
	const signIn = signInOf(firstStart);
	if (isTerminal) return ["", "  Shown this once; keep them:", ...signIn];
	const path = join(dataDirectory, SIGN_IN_FILE);
	try {
		rmSync(path, { force: true });
		writeFileSync(path, `${signIn.join("\n")}\n`, { flag: "wx", mode: 0o600 });
	} catch (error) {
		return [
			"",
			`  The first sign-in could not be written into ${path} (${(error as Error).message}). To sign in:`,
			`  footfall admin reset-password --email ${firstStart.email}`,
			`  footfall admin create-key --email ${firstStart.email}`,
		];
	}
	return [
		"",
		`  The owner's sign-in and an API key are in ${path}`,
		"  Only this user can read it. Keep them elsewhere, then remove the file.",
	];
};

/** Where people reach the product: the operator's address, or this machine's own. */
export const addressOf = ({
	baseUrl,
	host,
	port,
}: Pick<Started, "baseUrl" | "host" | "port">): string => {
	if (baseUrl !== undefined) return baseUrl;
	const everywhere = ["0.0.0.0", "::", "127.0.0.1", "::1"].includes(host);
	const name = everywhere ? "localhost" : host.includes(":") ? `[${host}]` : host;
	return `http://${name}:${port}`;
};

/** What a started product says to the person who started it; secrets only at the first start, see `announcedSignIn`. */
export const announcement = (started: Started): string => {
	const address = addressOf(started);
	const site =
		started.siteId === undefined
			? []
			: lines([
					["Site id", started.siteId],
					[
						"Script tag",
						`<script src="${address}/api/script.js?siteId=${started.siteId}" defer></script>`,
					],
				]);
	return [
		`Footfall is ready at ${address}`,
		"",
		...site,
		...lines([["Try it", `${address}/demo`]]),
		...started.signIn,
		"",
	].join("\n");
};
