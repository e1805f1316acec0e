import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SIGN_IN_LINK_MINUTES, signInPath } from "@footfall/api/sign-in-link";
import { calledAs } from "../configuration/called-as.ts";
import type { FirstSignIn } from "./ready-message.ts";

/** The file in the data directory for the owner's sign-in when there is no terminal to print it to. */
const SIGN_IN_FILE = "first-sign-in";

export interface StartedProduct {
	port: number;
	host: string;
	baseUrl: string | undefined;
	siteId: string | undefined;
	/** Present until somebody has signed in. */
	signInToken?: string | undefined;
	/** Lines about the first sign-in, see `signInLines`; empty at every later start. */
	signIn: readonly string[];
}

const lines = (pairs: readonly (readonly [string, string])[]) =>
	pairs.map(([label, value]) => `  ${label.padEnd(12)} ${value}`);

const formatSignIn = ({ email, password, apiKey }: FirstSignIn): string[] =>
	lines([
		["E-mail", email],
		["Password", password ?? "the value of ADMIN_PASSWORD"],
		["API key", apiKey],
	]);

/**
 * Lines about the first sign-in: the sign-in itself on a terminal, otherwise the path of a file that only this user
 * can read, because a service's output ends up in logs that others read.
 */
export const signInLines = (
	firstStart: FirstSignIn,
	dataDirectory: string,
	isTerminal = process.stdout.isTTY === true,
): string[] => {
	const signIn = formatSignIn(firstStart);
	if (isTerminal) return ["", "  Shown only this once; keep them safe:", ...signIn];
	const path = join(dataDirectory, SIGN_IN_FILE);
	try {
		rmSync(path, { force: true });
		writeFileSync(path, `${signIn.join("\n")}\n`, { flag: "wx", mode: 0o600 });
	} catch (error) {
		return [
			"",
			`  The first sign-in could not be saved to ${path} (${(error as Error).message}). To sign in:`,
			`  ${calledAs()} admin reset-password --email ${firstStart.email}`,
			`  ${calledAs()} admin create-key --email ${firstStart.email}`,
		];
	}
	return [
		"",
		`  The owner's sign-in and an API key are in ${path}`,
		"  Only this user can read that file. Save its content elsewhere, then remove it.",
	];
};

/** The product's public address: the one set by the operator, or this machine's own. */
export const publicAddress = ({
	baseUrl,
	host,
	port,
}: Pick<StartedProduct, "baseUrl" | "host" | "port">): string => {
	if (baseUrl !== undefined) return baseUrl;
	const everywhere = ["0.0.0.0", "::", "127.0.0.1", "::1"].includes(host);
	const name = everywhere ? "localhost" : host.includes(":") ? `[${host}]` : host;
	return `http://${name}:${port}`;
};

/**
 * Lines with the link that signs in without a password. It may end up in a log, because it works once and expires
 * soon, and is no longer printed once somebody has signed in.
 */
export const signInLinkLines = (address: string, token: string | undefined): string[] =>
	token === undefined
		? []
		: [
				...lines([["Sign in", `${address}${signInPath(token)}`]]),
				`${" ".repeat(15)}works once, for ${SIGN_IN_LINK_MINUTES} minutes; another: ${calledAs()} admin sign-in-link`,
			];

/** The text for the person who started the product; secrets only at the first start, see `signInLines`. */
export const readyText = (started: StartedProduct): string => {
	const address = publicAddress(started);
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
		...signInLinkLines(address, started.signInToken),
		...started.signIn,
		"",
	].join("\n");
};
