import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EventStore } from "@footfall/store";
import { openStoreOn } from "../store/open-store-on.ts";

/** An empty event store with its tables, in a directory that is removed when it is closed. */
export const openTestStore = async (): Promise<EventStore> => {
	const directory = mkdtempSync(join(tmpdir(), "footfall-reports-"));
	const store = await openStoreOn(directory);
	return {
		...store,
		close: async () => {
			await store.close();
			rmSync(directory, { recursive: true, force: true });
		},
	};
};
