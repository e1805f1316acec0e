import type { DamageWatch, EventStore, ReplayObjects } from "@footfall/store";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import { type HealthPart, type HealthPaths, healthPaths } from "../health/health-paths.ts";
import { startHealthServer } from "../health/health-server.ts";
import { openEventStore, requireSharedStore, watchStore } from "../storage/event-store.ts";
import { openReplayObjects } from "../storage/replay-objects.ts";
import type { ProcessRole, RunningRole } from "./role.ts";

/** What a part works on once the store is open. */
export interface OpenStore {
	store: EventStore;
	/** Absent in a loader, which answers nobody. */
	damage: DamageWatch | undefined;
	objects: ReplayObjects | undefined;
	paths: HealthPaths;
}

/** A part of the product that works on the event store. Its health can be checked before it has started. */
export interface StorePart extends HealthPart {
	start(opened: OpenStore): Promise<RunningRole>;
}

export const NOT_OPEN = "not open yet";

/** A role of one or several parts behind the gateway. The embedded store allows no other than the whole backend. */
export const storeRole =
	(
		name: "loader" | "api" | "backend",
		...partsOf: readonly ((configuration: Configuration, log: Logger) => StorePart)[]
	): ProcessRole =>
	async (configuration, log) => {
		if (name !== "backend") requireSharedStore(configuration, name);
		let store: EventStore | undefined;
		let damage: DamageWatch | undefined;
		const checkStore = async () => {
			if (store === undefined) throw new Error(NOT_OPEN);
			await store.query("SELECT 1 AS answer");
			// Of several apis on one server, none would be ready.
			const health = name === "backend" ? damage?.health() : undefined;
			if (health?.ok === false) throw new Error(`${health.reason} ${health.advice}`);
		};
		const parts = partsOf.map((part) => part(configuration, log));
		const paths = healthPaths(
			[{ checks: { store: checkStore } }, ...parts],
			configuration.METRICS_TOKEN,
			log,
		);
		// First, so that `/ready` can say what the process waits for. An api answers on its own port.
		const healthServer =
			name === "api" ? undefined : await startHealthServer(paths, configuration, log);
		store = await openEventStore(configuration, log);
		const objects = openReplayObjects(configuration, log);
		if (name !== "loader") damage = watchStore(store, configuration, log);
		const running: RunningRole[] = [];
		for (const { start } of parts) running.push(await start({ store, damage, objects, paths }));
		return {
			state: Object.assign({}, ...running.map(({ state }) => state)),
			close: async () => {
				paths.close();
				for (const { close } of running.toReversed()) await close();
				await damage?.close();
				await store?.close();
				await healthServer?.close();
			},
		};
	};
