import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { MissingEngine } from "../require-engine.ts";

/** The files that operators copy. */
export const DEPLOY = fileURLToPath(new URL("../../../../deploy/", import.meta.url));

/** Servers are in the directories of the system's administrator, which are not in everybody's PATH. */
const directories = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/sbin"];

/** The path of a program; undefined if it is not installed. */
export const pathOf = (program: string): string | undefined =>
	directories.map((directory) => join(directory, program)).find((path) => existsSync(path));

/** Debian packages whose name differs from their program's. */
const PACKAGES: Readonly<Record<string, string>> = {
	nginx: "nginx-light",
	php: "php-cli",
	promtool: "prometheus",
	"systemd-analyze": "systemd",
};

/** Why a program of the system is unavailable here, if so. */
export const missingProgram = (name: string): MissingEngine =>
	pathOf(name) === undefined
		? { name, reason: `no ${name} (apt-get install ${PACKAGES[name] ?? name})` }
		: undefined;

export interface Finished {
	code: number;
	stdout: string;
	stderr: string;
}

/** Runs a program to its end, with only this environment and a PATH, and `input` on standard input. */
export const runProgram = (
	program: string,
	parameters: readonly string[],
	{
		environment = {},
		cwd,
		input = "",
	}: { environment?: NodeJS.ProcessEnv; cwd?: string; input?: string } = {},
): Promise<Finished> =>
	new Promise((resolve) => {
		const child = execFile(
			pathOf(program) ?? program,
			parameters,
			{
				env: { PATH: process.env["PATH"], HOME: "/nonexistent", ...environment },
				maxBuffer: 64 * 1024 * 1024,
				...(cwd !== undefined && { cwd }),
			},
			(error, stdout, stderr) =>
				resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
		);
		child.stdin?.on("error", () => undefined);
		child.stdin?.end(input);
	});
