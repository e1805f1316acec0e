import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A program and its arguments for a profile in the given folder. */
export type CommandLine = (profile: string) => readonly [program: string, ...parameters: string[]];

/** Starts a browser without remote control, with a new profile. Resolves to a function that ends it. */
export const startUnattended = async (
	commandLine: CommandLine,
	environment: NodeJS.ProcessEnv = {},
): Promise<() => Promise<void>> => {
	const profile = await mkdtemp(join(tmpdir(), "footfall-browser-"));
	const [program, ...parameters] = commandLine(profile);
	const browser = spawn(program, parameters, {
		stdio: "ignore",
		// A process group of its own, since the program on the path may be a script around the browser.
		detached: true,
		env: { ...process.env, HOME: profile, ...environment },
	});
	const exit = once(browser, "exit");
	return async () => {
		if (browser.pid !== undefined && browser.exitCode === null)
			process.kill(-browser.pid, "SIGKILL");
		await exit;
		await rm(profile, { recursive: true, force: true, maxRetries: 5 });
	};
};
