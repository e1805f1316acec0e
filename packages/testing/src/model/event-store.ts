import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EventStore, migrateStore, openStore } from "@footfall/store";

/** An empty event store with its tables, in a directory that is gone when it is closed. */
export const openTestStore = async (): Promise<EventStore> => {
	const directory = mkdtempSync(join(tmpdir(), "footfall-reports-"));
	const store = openStore({ directory });
	await migrateStore(store);
	return {
		...store,
		close: async () => {
			await store.close();
			rmSync(directory, { recursive: true, force: true });
		},
	};
};
