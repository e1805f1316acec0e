import inspector from "node:inspector";
import { Worker } from "node:worker_threads";
import {
	READ_RECENT_REQUESTS,
	recentRequestsMemory,
} from "@footfall/shared/request/recent-requests";

const LOOK_EVERY_MS = 500;
/** A healthy process never blocks the event loop for this long. */
const HANG_MS = 5_000;
/** Maximum wait for a CPU used by other processes, which does not count otherwise. */
const STARVED_MS = 30_000;

/**
 * The thread that watches the process while its event loop is blocked. Time in which the machine slept or the process
 * was stopped does not count, nor, on Linux, time in which others had the CPU, because a new process would wait just
 * as long.
 */
const script = (graceMs: number) => `
	const { readFileSync, writeSync } = require("node:fs");
	const { parentPort } = require("node:worker_threads");
	const readRecentRequests = ${READ_RECENT_REQUESTS};
	const parent = ${process.ppid};
	const kill = () => process.kill(${process.pid}, "SIGKILL");
	let isOrphaned = false;
	let watched;
	parentPort.on("message", (message) => {
		watched = message && { ...message, beat: new Int32Array(message.beat) };
	});
	const waitedMs = () => {
		try {
			return Number(readFileSync("/proc/self/task/${process.pid}/schedstat", "latin1").split(" ")[1]) / 1e6;
		} catch {
			return 0;
		}
	};
	let seen;
	let lookedAt = performance.now();
	setInterval(() => {
		const now = performance.now();
		const sleptMs = now - lookedAt - ${LOOK_EVERY_MS};
		lookedAt = now;
		if (!isOrphaned && process.ppid !== parent) {
			isOrphaned = true;
			setTimeout(kill, ${graceMs});
		}
		if (!watched) return;
		const beat = Atomics.load(watched.beat, 0);
		if (seen?.watched !== watched || seen.beat !== beat || sleptMs > 1000) {
			seen = { watched, beat, since: now, waitedMs: waitedMs() };
			return;
		}
		const stoodMs = Math.round(now - seen.since);
		if (stoodMs < ${STARVED_MS} && stoodMs - (waitedMs() - seen.waitedMs) < ${HANG_MS}) return;
		const requests = readRecentRequests(watched.requests);
		const line = { level: 50, time: Date.now(), ...watched.bindings, stoodMs, requests,
			msg: "The event loop is blocked, so the process is killed; requests are listed latest first" };
		try {
			writeSync(1, JSON.stringify(line) + "\\n");
		} finally {
			kill();
		}
	}, ${LOOK_EVERY_MS});`;

/** Watches a child process from a thread of its own: the child is killed when its parent has been gone for a while. */
export const guardProcess = (graceMs: number) => {
	const limits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 };
	const guard = new Worker(script(graceMs), { eval: true, stdin: false, resourceLimits: limits });
	guard.unref();
	return {
		/**
		 * From now on the process is killed when its event loop is blocked, so that its parent starts another.
		 * @param bindings fields of the log line that reports it
		 * @returns a function that stops watching
		 */
		watchEventLoop: (bindings: object): (() => void) => {
			// A debugger stops the event loop on purpose.
			if (inspector.url() !== undefined) return () => {};
			const beat = new SharedArrayBuffer(4);
			const beats = new Int32Array(beat);
			const beating = setInterval(() => Atomics.add(beats, 0, 1), LOOK_EVERY_MS).unref();
			guard.postMessage({ beat, requests: recentRequestsMemory, bindings });
			return () => {
				clearInterval(beating);
				guard.postMessage(undefined);
			};
		},
	};
};
