import { writeSync } from "node:fs";
import { join } from "node:path";
import { openEmbeddedQueue } from "@footfall/queue";
import { silentLogger } from "@footfall/shared/logger";
import { startLoader } from "@footfall/store";
import { openStoreOn } from "./store/open-store-on.ts";

/** Test support, run as a process: loads the queue in small batches and prints when an insert starts. */
const [directory = ""] = process.argv.slice(2);
const store = await openStoreOn(join(directory, "store"));
const queue = openEmbeddedQueue({ directory: join(directory, "queue"), pollMs: 2 });
startLoader({
	store: {
		...store,
		insert: (...block) => {
			writeSync(1, "inserting\n");
			return store.insert(...block);
		},
	},
	consumer: queue.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords: 120 }),
	blockRecords: 25,
	logger: silentLogger,
});
