import {
	type DamageWatch,
	type GatedStore,
	type Loader,
	type ReplayObjects,
	withWriteGate,
} from "@footfall/store";
import type { Logger } from "pino";
import { removeFrozenProducts } from "../backup/freeze-product.ts";
import type { Configuration } from "../configuration/configuration.ts";
import { createHealthPaths, type HealthPart, type HealthPaths } from "../health/health-paths.ts";
import { startHealthServer } from "../health/health-server.ts";
import { watchStorage } from "../status/storage-watch.ts";
import { openEventStore, requireSharedStore, watchStore } from "../storage/event-store.ts";
import { openReplayObjects } from "../storage/replay-objects.ts";
import type { ProcessRole, RunningRole } from "./role.ts";

type Hold = Loader["hold"];

/** What a part gets once the store is open. */
export interface OpenStore {
	store: GatedStore;
	/** Absent in a loader, which serves no requests. */
	damage: DamageWatch | undefined;
	objects: ReplayObjects | undefined;
	paths: HealthPaths;
	/** Runs a task while all parts of this process are paused. */
	holdParts: Hold;
}

/** A part of the product that works on the event store. Its health can be checked before it has started. */
export interface StorePart extends HealthPart {
	start(opened: OpenStore): Promise<RunningRole>;
	/** Runs a task while the part writes nothing; absent in a part without background work. */
	hold?: Hold;
}

/** Runs a task inside every hold. */
const holdEach = <Result>(
	[first, ...others]: readonly Hold[],
	task: () => Promise<Result>,
	maxWaitMs: number,
): Promise<Result> =>
	first === undefined ? task() : first(() => holdEach(others, task, maxWaitMs), maxWaitMs);

export const NOT_OPEN = "not open yet";

/** A role of one or several parts behind the gateway. With the embedded store, only the whole backend is allowed. */
export const createStoreRole =
	(
		name: "loader" | "api" | "backend",
		...partsOf: readonly ((configuration: Configuration, log: Logger) => StorePart)[]
	): ProcessRole =>
	async (configuration, log) => {
		if (name !== "backend") requireSharedStore(configuration, name);
		let store: GatedStore | undefined;
		let damage: DamageWatch | undefined;
		const checkStore = async () => {
			if (store === undefined) throw new Error(NOT_OPEN);
			await store.query("SELECT 1 AS answer");
			// If several apis share one server, none would be ready.
			const health = name === "backend" ? damage?.health() : undefined;
			if (health?.ok === false) throw new Error(`${health.reason} ${health.advice}`);
		};
		const storage = watchStorage(configuration.dataDirectory, log);
		const parts = partsOf.map((part) => part(configuration, log));
		const paths = createHealthPaths(
			[{ checks: { store: checkStore }, measure: storage.measure }, ...parts],
			configuration.METRICS_TOKEN,
			log,
			name,
		);
		// First, so that `/ready` can report what the process waits for. An api answers on its own port.
		const healthServer =
			name === "api" ? undefined : await startHealthServer(paths, configuration, log);
		store = withWriteGate(await openEventStore(configuration, log));
		if (name === "backend") removeFrozenProducts(configuration);
		storage.start(store);
		const objects = openReplayObjects(configuration, log);
		if (name !== "loader") damage = watchStore(store, configuration, log);
		const holds = parts.flatMap(({ hold }) => hold ?? []);
		const holdParts: Hold = (task, maxWaitMs) => holdEach(holds, task, maxWaitMs);
		const running: RunningRole[] = [];
		const close = async () => {
			paths.close();
			for (const part of running.toReversed()) await part.close();
			await storage.close();
			await damage?.close();
			await store?.close();
			await healthServer?.close();
		};
		try {
			for (const { start } of parts)
				running.push(await start({ store, damage, objects, paths, holdParts }));
		} catch (error) {
			// A process that exits while the engine is open may crash or hang.
			await close();
			throw error;
		}
		return { state: Object.assign({}, ...running.map(({ state }) => state)), close };
	};
