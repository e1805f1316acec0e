import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromiumFlags, chromiumPath } from "./chromium.ts";

/**
 * Opens a page in a browser that nobody controls: remote control turns prerendering and the back/forward cache off.
 * The page has to act by itself. Returns what closes the browser.
 */
export const openUnattended = async (url: string): Promise<() => Promise<void>> => {
	const profile = await mkdtemp(join(tmpdir(), "footfall-chromium-"));
	const browser = spawn(
		chromiumPath(),
		[...chromiumFlags, "--headless", `--user-data-dir=${profile}`, url],
		// A group of its own, since the program on the path may be a script around the browser.
		{ stdio: "ignore", detached: true },
	);
	const exit = once(browser, "exit");
	return async () => {
		if (browser.pid !== undefined && browser.exitCode === null)
			process.kill(-browser.pid, "SIGKILL");
		await exit;
		await rm(profile, { recursive: true, force: true, maxRetries: 5 });
	};
};
