import { join } from "node:path";
import { openEmbeddedQueue } from "@footfall/queue";
import { silentLogger } from "@footfall/shared/logger";
import { type EventStore, startLoader } from "@footfall/store";
import { openStoreOn } from "./open-store-on.ts";

const LOADED_WITHIN_MS = 120_000;

/** Starts a queue, a store and the loader between them on a directory, or restarts them if it already contains them. */
export const startLoaderOn = async (
	directory: string,
	opening: EventStore | Promise<EventStore> = openStoreOn(join(directory, "store")),
) => {
	const queue = openEmbeddedQueue({ directory: join(directory, "queue"), pollMs: 2, retryMs: 5 });
	const store = await opening;
	const consumer = queue.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords: 5000 });
	const loader = startLoader({ store, consumer, logger: silentLogger });
	return {
		queue,
		store,
		loader,
		append: async (values: readonly Uint8Array[]) => {
			const producer = queue.producer();
			await Promise.all(values.map((value) => producer.append({ key: "", value })));
			await producer.close();
		},
		/** Resolves once the loader has committed everything. */
		loaded: async () => {
			const until = performance.now() + LOADED_WITHIN_MS;
			while (queue.depth().records > 0) {
				if (performance.now() > until)
					throw new Error(`${queue.depth().records} records are not loaded`);
				await new Promise((resolve) => setImmediate(resolve));
			}
		},
		stop: async () => {
			await loader.close();
			await queue.close();
			await store.close();
		},
	};
};
export type LoaderOnDisk = Awaited<ReturnType<typeof startLoaderOn>>;
