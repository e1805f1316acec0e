import { readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { startDestinations } from "@footfall/destinations";
import { openEmbeddedQueue } from "@footfall/queue";
import type { Destination } from "@footfall/shared/destinations/destination";
import { silentLogger } from "@footfall/shared/logger";
import { startLoader } from "@footfall/store";
import { openStoreOn } from "../store/open-store-on.ts";
import { openFileRegistry } from "./file-registry.ts";

// The engine's exit handlers can wait for ever.
process.once("uncaughtException", (error) => {
	console.error(error);
	process.kill(process.pid, "SIGKILL");
});

/** Test support, run as a process: loads and delivers a queue, and prints when something is written down about it. */
const [directory = ""] = process.argv.slice(2);
const destinations = JSON.parse(
	readFileSync(join(directory, "destinations.json"), "utf8"),
) as Destination[];
const store = await openStoreOn(join(directory, "store"));
const queue = openEmbeddedQueue({ directory: join(directory, "queue"), pollMs: 2 });
startLoader({
	store,
	consumer: queue.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords: 120 }),
	logger: silentLogger,
});
const registry = openFileRegistry(join(directory, "progress.json"), destinations);
startDestinations({
	registry: {
		...registry,
		save: (...progress) => {
			writeSync(1, "saved\n");
			return registry.save(...progress);
		},
	},
	...{ store, committed: queue.committed, logger: silentLogger, privateNetworks: true },
	...{ pollMs: 5, retryMs: 5, gatherFilesMs: 0 },
});
