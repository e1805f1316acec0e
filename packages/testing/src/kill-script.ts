import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { pause } from "@footfall/shared/waiting/pause";
import { stateOf } from "./product/process-tree.ts";

const WRITES_WITHIN_MS = 120_000;

/**
 * Runs a script, and kills it this many ms after it has written these lines. @throws with the state of its process if that
 * takes more than two minutes
 */
export const killScript = async (
	script: string,
	parameters: readonly string[],
	{ lines, afterMs }: { lines: number; afterMs: number },
): Promise<void> => {
	const child = spawn(process.execPath, [script, ...parameters], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	const exited = once(child, "close");
	let overdue = "";
	const limit = setTimeout(() => {
		overdue = stateOf(child.pid ?? 0);
		child.kill("SIGKILL");
	}, WRITES_WITHIN_MS);
	let written = 0;
	for await (const _line of createInterface({ input: child.stdout }))
		if (++written === lines) break;
	clearTimeout(limit);
	if (overdue !== "") throw new Error(`Only ${written} of ${lines} lines were written: ${overdue}`);
	await pause(afterMs);
	child.kill("SIGKILL");
	await exited;
};
