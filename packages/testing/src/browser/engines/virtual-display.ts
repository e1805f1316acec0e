import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { programPath } from "./program-path.ts";

const xvfb = programPath("/usr/bin/Xvfb");

/** Whether a browser with windows can have a display here. */
export const hasVirtualDisplay = xvfb !== undefined;

/** A display that exists in memory only. */
export interface VirtualDisplay {
	/** The value for `DISPLAY`. */
	name: string;
	close: () => Promise<void>;
}

/** @throws Error when there is no Xvfb */
export const startVirtualDisplay = async (): Promise<VirtualDisplay> => {
	if (!xvfb) throw new Error("No Xvfb: install it (Debian: apt-get install xvfb)");
	const server: ChildProcess = spawn(
		xvfb,
		// It chooses a free number and writes it to file descriptor 3.
		["-displayfd", "3", "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
		{ stdio: ["ignore", "ignore", "ignore", "pipe"] },
	);
	const exit = once(server, "exit");
	const told = server.stdio[3];
	if (!told) throw new Error("Xvfb was started without the stream on which it tells its number");
	const number = await Promise.race([once(told, "data"), exit.then(() => undefined)]);
	if (!number) throw new Error(`Xvfb ended with ${server.exitCode} before it had a screen`);
	return {
		name: `:${String(number[0]).trim()}`,
		close: async () => {
			server.kill();
			await exit;
		},
	};
};
