import { join } from "node:path";
import { EnvironmentError } from "@footfall/shared/environment";
import {
	type DamageWatch,
	type EventStore,
	mendStore,
	migrateStore,
	openStore,
	watchEmbeddedStore,
	watchServerStore,
} from "@footfall/store";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";

/** Where this configuration keeps events. */
export const eventsLocation = ({
	CLICKHOUSE_URL,
	dataDirectory,
}: Configuration): { directory: string } | { url: string } =>
	CLICKHOUSE_URL === undefined
		? { directory: join(dataDirectory, "store") }
		: { url: CLICKHOUSE_URL };

/** @throws EnvironmentError for files that the engine cannot start from: starting again would not help */
const openedAt = (location: { directory: string } | { url: string }): EventStore => {
	try {
		return openStore(location);
	} catch (error) {
		// The engine has written its reason to standard error, and gives no other.
		if (!("directory" in location) || (error as Error).name !== "ChdbConnectionError") throw error;
		throw new EnvironmentError(
			`The event store in ${location.directory} cannot be opened; the engine's message above says why. Make room or memory for it if it lacks that; if its files are damaged, restore a backup of this directory, or move it elsewhere to begin with an empty one.`,
			{ cause: error },
		);
	}
};

/** The event store of this configuration, damaged parts set aside and its schema brought forward. */
export const eventStore = async (
	configuration: Configuration,
	logger: Logger,
): Promise<EventStore> => {
	const location = eventsLocation(configuration);
	const store = openedAt(location);
	try {
		if ("directory" in location) await mendStore({ store, ...location, logger });
		await migrateStore(store, { isShared: "url" in location });
	} catch (error) {
		await store.close();
		throw error;
	}
	return store;
};

/** Keeps looking for damage in the event store while it is in use. */
export const damageWatch = (
	store: EventStore,
	configuration: Configuration,
	logger: Logger,
): DamageWatch => {
	const location = eventsLocation(configuration);
	return "directory" in location
		? watchEmbeddedStore({ store, ...location, logger })
		: watchServerStore({ store, logger });
};

/** @throws EnvironmentError unless the store is a server: one process alone can have the embedded one open */
export const needsSharedStore = ({ CLICKHOUSE_URL }: Configuration, role: string): void => {
	if (CLICKHOUSE_URL === undefined)
		throw new EnvironmentError(
			`Configuration cannot be used:\n  CLICKHOUSE_URL: "footfall ${role}" alone needs a ClickHouse server; set it, or run "footfall backend"`,
		);
};
