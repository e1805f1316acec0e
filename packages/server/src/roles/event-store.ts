import { join } from "node:path";
import { EnvironmentError } from "@footfall/shared/environment";
import {
	type DamageWatch,
	type EventStore,
	mendStore,
	migrate,
	openStore,
	watchEmbeddedStore,
	watchServerStore,
} from "@footfall/store";
import type { Logger } from "pino";
import type { Configuration } from "../configuration.ts";

/** Where this configuration keeps events. */
export const eventsLocation = ({
	CLICKHOUSE_URL,
	dataDirectory,
}: Configuration): { directory: string } | { url: string } =>
	CLICKHOUSE_URL === undefined
		? { directory: join(dataDirectory, "store") }
		: { url: CLICKHOUSE_URL };

/** The event store of this configuration, damaged parts set aside and its schema brought forward. */
export const eventStore = async (
	configuration: Configuration,
	logger: Logger,
): Promise<EventStore> => {
	const location = eventsLocation(configuration);
	const store = openStore(location);
	try {
		if ("directory" in location) await mendStore({ store, ...location, logger });
		await migrate(store, { isShared: "url" in location });
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
