import type { ApiOptions, DatabaseLocation } from "@footfall/api";
import { openTestStore } from "../model/event-store.ts";
import { embeddedDatabase } from "./databases.ts";

type Start<Api> = (database: DatabaseLocation, options: Partial<ApiOptions>) => Promise<Api>;

/**
 * Starts an API on an embedded database with an event store beside it, both empty.
 * @returns `close` ends both and removes what they wrote
 */
export const startWithEvents = async <Api extends { close(): Promise<void> }>(
	start: Start<Api>,
	options: Partial<ApiOptions> = {},
) => {
	const databases = await embeddedDatabase.open();
	const store = await openTestStore();
	const api = await start(await databases.create(), { ...options, store });
	return {
		api,
		store,
		close: async () => {
			await api.close();
			await store.close();
			await databases.close();
		},
	};
};
