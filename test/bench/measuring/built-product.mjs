import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The built `footfall` command. */
export const main = fileURLToPath(
	new URL("../../../packages/server/bundle/main.js", import.meta.url),
);

/**
 * Starts the built product on a free port with a data directory of its own, and resolves once it is ready, with what it
 * printed: `url`, `siteId`, `apiKey`. `child` is its process, `environment` what another command for it needs; `end`
 * stops it and removes the directory, unless that was given. Rejects when it ends before it is ready. `command` is the
 * entry file of another build, for a comparison.
 */
export const startBuiltProduct = async (more = {}, kept = undefined, command = main) => {
	const directory = kept ?? mkdtempSync(join(tmpdir(), "footfall-bench-"));
	const environment = { ...process.env, PORT: "0", DATA_DIR: directory, ...more };
	const child = spawn(process.execPath, [command, "start"], {
		env: environment,
		stdio: ["ignore", "pipe", "inherit"],
	});
	let output = "";
	await new Promise((resolve, reject) => {
		child.stdout.on("data", (chunk) => {
			output += chunk;
			if (output.includes("Footfall is ready")) resolve();
		});
		child.once("exit", (code) => reject(new Error(`The product ended with ${code}`)));
	});
	const printed = (pattern) => pattern.exec(output)?.[1] ?? "";
	const signInFile = join(directory, "first-sign-in");
	const signIn = existsSync(signInFile) ? readFileSync(signInFile, "utf8") : "";
	return {
		child,
		directory,
		environment,
		url: new URL(printed(/Footfall is ready at (\S+)/)),
		siteId: printed(/^\s*Site id\s+(\S+)/m),
		apiKey: /^\s*API key\s+(\S+)/m.exec(signIn)?.[1] ?? "",
		end: async () => {
			const exit = once(child, "exit");
			child.kill("SIGTERM");
			await exit;
			if (kept === undefined) rmSync(directory, { recursive: true, force: true });
		},
	};
};
