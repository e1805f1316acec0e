import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EventStore, openStore } from "@footfall/store";
import { copyEmptyStore } from "../store/empty-store.ts";

/** An empty event store with its tables, in a directory that is gone when it is closed. */
export const openTestStore = async (): Promise<EventStore> => {
	const directory = mkdtempSync(join(tmpdir(), "footfall-reports-"));
	await copyEmptyStore(directory);
	const store = openStore({ directory });
	return {
		...store,
		close: async () => {
			await store.close();
			rmSync(directory, { recursive: true, force: true });
		},
	};
};
