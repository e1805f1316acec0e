import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A process that appends to a queue, with the results that it prints. */
export interface QueueProcess {
	/** Names of the records whose append resolved. */
	stored: Set<string>;
	/** Error names of the refused ones, with their counts. */
	refused: Map<string, number>;
	/** The last reported value of whether it can store. */
	canStore(): boolean | undefined;
	/** Resolves once `enough` returns true; rejects when the process ends before. */
	until(enough: () => boolean): Promise<void>;
	/** Resolves once it has ended and all its output has been read. */
	ended(): Promise<void>;
	/** Kills it, and resolves once all its output has been read. */
	kill(): Promise<void>;
}

export interface QueueProcessOptions {
	/** The bundled `append-to-queue.ts`. */
	script: string;
	directory: string;
	prefix: string;
	appenders?: number;
	reserveBytes?: number;
	environment?: Record<string, string>;
}

export const startQueueProcess = (options: QueueProcessOptions): QueueProcess => {
	const { script, directory, prefix, appenders = 32, reserveBytes = 0, environment } = options;
	const child = spawn(
		process.execPath,
		[script, directory, prefix, String(appenders), String(reserveBytes)],
		{ stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...environment } },
	);
	const stored = new Set<string>();
	const refused = new Map<string, number>();
	let canStore: boolean | undefined;
	let look = () => {};
	const lines = createInterface({ input: child.stdout });
	const read = once(lines, "close");
	// The engine prints every failing write by itself; that matters only if the process ends because of it.
	let complaints = "";
	child.stderr.setEncoding("utf8").on("data", (text: string) => {
		complaints = (complaints + text).slice(-2000);
	});
	lines.on("line", (line) => {
		const [what, name = "", reason = ""] = line.split(" ");
		if (what === "stored") stored.add(name);
		else if (what === "refused") refused.set(reason, (refused.get(reason) ?? 0) + 1);
		else if (what === "health") canStore = name === "true";
		look();
	});
	return {
		stored,
		refused,
		canStore: () => canStore,
		until: (enough) =>
			new Promise((resolve, reject) => {
				look = () => {
					if (enough()) resolve();
				};
				child.once("exit", (code, signal) =>
					reject(new Error(`The appending process ended with ${code ?? signal}: ${complaints}`)),
				);
				if (child.exitCode !== null || child.signalCode !== null)
					reject(new Error(`The appending process has ended: ${complaints}`));
				look();
			}),
		ended: async () => {
			await read;
		},
		kill: async () => {
			child.kill("SIGKILL");
			await read;
		},
	};
};
