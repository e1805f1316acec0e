import { EnvironmentError, unusableVariables } from "@footfall/shared/environment";
import {
	type DamageWatch,
	type EventStore,
	migrateStore,
	openServer,
	openStore,
	repairStore,
	watchEmbeddedStore,
	watchServerStore,
} from "@footfall/store";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";

type EventsLocation = Configuration["events"];

/** @throws EnvironmentError for files with which the engine cannot start; a restart would not help */
const openAt = (location: Extract<EventsLocation, { directory: string }>): EventStore => {
	try {
		return openStore(location);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "CHDB_PLATFORM")
			throw new EnvironmentError(
				`The engine of the event store is not installed for ${process.platform} ${process.arch}: install Footfall again with npm install without --omit=optional, or set CLICKHOUSE_URL to a ClickHouse server.`,
				{ cause: error },
			);
		// The engine has written its reason to standard error only.
		if ((error as Error).name !== "ChdbConnectionError") throw error;
		throw new EnvironmentError(
			`The event store in ${location.directory} cannot be opened; see the engine's message above. If it lacks space or memory, provide more; if its files are damaged, restore a backup of this directory, or move it elsewhere to start with an empty one.`,
			{ cause: error },
		);
	}
};

/** The event store of this configuration, with damaged parts set aside and its schema migrated. */
export const openEventStore = async (
	{ events: location }: Configuration,
	logger: Logger,
): Promise<EventStore> => {
	if ("url" in location)
		return openServer({
			...location,
			switched: (from, to, reason) =>
				logger.warn({ from, to, reason }, "The event store switched to another replica"),
			incomplete: (server, blocks) =>
				logger.warn(
					{ server, blocks },
					"The latest blocks are only on replicas that are down; continuing without them until these are back",
				),
		});
	const store = openAt(location);
	try {
		await repairStore({ store, ...location, logger });
		await migrateStore(store);
	} catch (error) {
		await store.close();
		throw error;
	}
	return store;
};

/** Watches for damage in the event store while it is in use. */
export const watchStore = (
	store: EventStore,
	{ events: location }: Configuration,
	logger: Logger,
): DamageWatch =>
	"directory" in location
		? watchEmbeddedStore({ store, ...location, logger })
		: watchServerStore({ store, logger });

/** @throws EnvironmentError unless the store is a server, because only one process can open the embedded one */
export const requireSharedStore = ({ CLICKHOUSE_URL }: Configuration, role: string): void => {
	if (CLICKHOUSE_URL === undefined)
		throw unusableVariables(
			`CLICKHOUSE_URL: "footfall ${role}" needs a ClickHouse server; set it to the address of one, or run "footfall backend"`,
		);
};
