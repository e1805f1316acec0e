import { join } from "node:path";
import { EnvironmentError } from "@footfall/shared/environment";
import { type EventStore, migrate, openStore } from "@footfall/store";
import type { Configuration } from "../configuration.ts";

/** Where this configuration keeps events. */
export const eventsLocation = ({
	CLICKHOUSE_URL,
	dataDirectory,
}: Configuration): { directory: string } | { url: string } =>
	CLICKHOUSE_URL === undefined
		? { directory: join(dataDirectory, "store") }
		: { url: CLICKHOUSE_URL };

/** The event store of this configuration, its schema brought forward. */
export const eventStore = async (configuration: Configuration): Promise<EventStore> => {
	const location = eventsLocation(configuration);
	const store = openStore(location);
	try {
		await migrate(store, { isShared: "url" in location });
	} catch (error) {
		await store.close();
		throw error;
	}
	return store;
};

/** @throws EnvironmentError unless the store is a server: one process alone can have the embedded one open */
export const needsSharedStore = ({ CLICKHOUSE_URL }: Configuration, role: string): void => {
	if (CLICKHOUSE_URL === undefined)
		throw new EnvironmentError(
			`Configuration cannot be used:\n  CLICKHOUSE_URL: "footfall ${role}" alone needs a ClickHouse server; set it, or run "footfall backend"`,
		);
};
