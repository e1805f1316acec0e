import { spawn } from "node:child_process";
import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { eventually } from "../eventually.ts";

/** The built `footfall` command. */
export const MAIN = fileURLToPath(new URL("../../../server/bundle/main.js", import.meta.url));

/** A first start may take this long on a busy machine. */
const WITHIN_MS = 240_000;

export interface Ended {
	code: number | null;
	signal: NodeJS.Signals | null;
}

export interface RunningCommand {
	/** Its output so far. */
	output(): string;
	/** Resolves once its output matches. */
	says(pattern: RegExp): Promise<RegExpExecArray>;
	send(signal: NodeJS.Signals): void;
	pid: number;
	ended: Promise<Ended>;
}

/** Runs the built `footfall` command, or that of another version, with only this environment. */
export const runCommand = (
	parameters: readonly string[],
	environment: NodeJS.ProcessEnv,
	program: readonly [string, ...string[]] = [process.execPath],
	main = MAIN,
): RunningCommand => {
	const [executable, ...before] = program;
	const child = spawn(executable, [...before, main, ...parameters], {
		env: { PATH: process.env["PATH"], ...environment },
		stdio: ["ignore", "pipe", "pipe"],
	});
	let output = "";
	for (const stream of [child.stdout, child.stderr])
		stream.on("data", (chunk: Buffer) => {
			output += chunk.toString();
		});
	const ended = new Promise<Ended>((resolve) =>
		child.once("close", (code, signal) => resolve({ code, signal })),
	);
	return {
		output: () => output,
		says: async (pattern) => {
			const found = await eventually(
				async () => pattern.exec(output),
				(match) => match !== null || child.exitCode !== null,
				WITHIN_MS,
			);
			if (found === null) throw new Error(`It never said ${pattern}:\n${output}`);
			return found;
		},
		send: (signal) => void child.kill(signal),
		pid: child.pid ?? 0,
		ended,
	};
};

/** A server that accepts every connection and never responds. */
export const startBlackHole = async () => {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on("error", () => undefined);
		socket.resume();
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	return {
		address: `127.0.0.1:${port}`,
		/** Resolves once a client waits for a response. */
		isAsked: () =>
			eventually(
				async () => sockets.size,
				(size) => size > 0,
				WITHIN_MS,
			),
		close: () =>
			new Promise<void>((resolve) => {
				for (const socket of sockets) socket.destroy();
				server.close(() => resolve());
			}),
	};
};
