import { Worker } from "node:worker_threads";
import { ApiError } from "@footfall/shared/api-error";
import { createTaskLimit } from "../http/task-limit.ts";
import type { MapAnswer, MapRequest } from "./map-messages.ts";
import type { OriginalFrame } from "./original-frames.ts";
import type { GeneratedPlace } from "./original-places.ts";
import { type MapFacts, MapFault } from "./read-map.ts";

/** Largest source map, uncompressed. */
export const MAX_MAP_BYTES = 50 * 1024 * 1024;

/** The worker's file, beside this one in the build as in the product's bundle. */
const WORKER = "./map-worker.js";
/** A map of 50 MB takes three seconds on a slow machine. */
const WITHIN_MS = 15_000;
/** Its memory is free again after that. */
const IDLE_MS = 60_000;
/**
 * A map of 50 MB has its text and that of its parts, with two bytes per character at worst. More than it can ever take: a
 * thread that runs out of memory while it parses JSON ends the process.
 */
const HEAP_MB = 512;
const MAX_WAITING = 100;
const MAX_WAIT_MS = 30_000;

/** Reads source maps in a thread of its own, one at a time. */
export interface MapReader {
	/** Checks a map. @throws MapFault for one that cannot be used */
	factsOf(bytes: Uint8Array): Promise<MapFacts>;
	/**
	 * Where places of a minified file come from.
	 * @param key of the map, by which the thread knows it again
	 * @param load reads the compressed map, if the thread does not know it
	 * @returns undefined if `load` finds none
	 * @throws MapFault for a map that cannot be read
	 */
	framesOf(
		key: string,
		places: readonly GeneratedPlace[],
		load: () => Promise<Uint8Array | undefined>,
	): Promise<(OriginalFrame | undefined)[] | undefined>;
	close(): Promise<void>;
}

interface MapReaderOptions {
	/** The worker's file; that of the build by default. */
	workerFile?: URL | string | undefined;
	/** Of one map, ms. */
	withinMs?: number;
	idleMs?: number;
	heapMegabytes?: number;
}

/** The thread starts with the first map, ends when nobody asks, and is replaced if it dies or takes too long. */
export const createMapReader = ({
	workerFile = new URL(WORKER, import.meta.url),
	withinMs = WITHIN_MS,
	idleMs = IDLE_MS,
	heapMegabytes = HEAP_MB,
}: MapReaderOptions = {}): MapReader => {
	let worker: Worker | undefined;
	let idle: NodeJS.Timeout | undefined;
	const inTurn = createTaskLimit({
		atOnce: 1,
		maxWaiting: MAX_WAITING,
		maxWaitMs: MAX_WAIT_MS,
		busy: () => new ApiError("UNAVAILABLE", "Too many source maps are being read: try again"),
	});

	const end = async (): Promise<void> => {
		clearTimeout(idle);
		const ending = worker;
		worker = undefined;
		await ending?.terminate();
	};

	const start = (): Worker => {
		const started = new Worker(workerFile, {
			stdin: false,
			// What the process was started with concerns its main thread alone.
			execArgv: [],
			resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 32 },
		});
		started.unref();
		// Without a listener, an error of the thread would end the process.
		started.on("error", () => {});
		started.once("exit", () => {
			if (worker === started) worker = undefined;
		});
		return started;
	};

	const answerOf = (asked: Worker, request: MapRequest): Promise<MapAnswer> =>
		new Promise((resolve) => {
			const timer = setTimeout(() => {
				if (worker === asked) worker = undefined;
				void asked.terminate();
				resolve({ fault: `takes more than ${withinMs / 1000} seconds to read` });
			}, withinMs);
			const give = (answer: MapAnswer) => {
				clearTimeout(timer);
				asked.off("message", give).off("error", failed).off("exit", ended);
				resolve(answer);
			};
			const failed = ({ code, message }: NodeJS.ErrnoException) =>
				give({
					fault:
						code === "ERR_WORKER_OUT_OF_MEMORY"
							? "takes too much memory to read: split the bundle"
							: `cannot be read: ${message}`,
				});
			const ended = () => give({ fault: "cannot be read: its reader ended" });
			asked.on("message", give).on("error", failed).on("exit", ended);
			asked.postMessage(request);
		});

	const ask = async (request: MapRequest): Promise<MapAnswer> => {
		clearTimeout(idle);
		worker ??= start();
		const answer = await answerOf(worker, request);
		idle = setTimeout(() => void end(), idleMs).unref();
		return answer;
	};

	return {
		factsOf: (bytes) =>
			inTurn(async () => {
				const answer = await ask({ key: "", bytes, maxBytes: MAX_MAP_BYTES });
				if ("facts" in answer) return answer.facts;
				throw new MapFault("fault" in answer ? answer.fault : "cannot be read");
			}),
		framesOf: (key, places, load) =>
			inTurn(async () => {
				let answer = await ask({ key, places, maxBytes: MAX_MAP_BYTES });
				if ("needs" in answer) {
					const bytes = await load();
					if (bytes === undefined) return undefined;
					answer = await ask({ key, bytes, places, maxBytes: MAX_MAP_BYTES });
				}
				if ("frames" in answer) return answer.frames;
				throw new MapFault("fault" in answer ? answer.fault : "cannot be read");
			}),
		close: end,
	};
};
