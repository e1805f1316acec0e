import { existsSync } from "node:fs";
import type { Logger } from "@footfall/shared/logger";
import { startPeriodicJob } from "@footfall/shared/waiting/periodic-job";
import type { EventStore, Statements } from "../client/client.ts";
import { StoreError } from "../client/store-error.ts";
import { createDamageRecord, type DamageRecord, type StoreHealth } from "./damage-record.ts";
import { listParts, recordMissingParts } from "./missing-parts.ts";
import { type FoundDamage, setAside } from "./set-aside.ts";

const ASK_EVERY_MS = 2_000;
/** A check may read the whole store, so it runs at most this often. */
const CHECK_PAUSE_MS = 60_000;
/** Parts that no report reads are checked too, this many bytes at a time, each once per process. */
const READ_AT_ONCE_BYTES = 64 * 1024 * 1024;
const NO_SUCH_DATA_PART = 232;

/**
 * The engine's codes for damaged files: 32 and 33 end too early, 40 checksum, 74 cannot be
 * read, 107 and 226 missing, 228 size, 246 corrupted, 271 cannot be decompressed, 432 unknown codec.
 */
const DAMAGE_CODES = "(32, 33, 40, 74, 107, 226, 228, 246, 271, 432)";

export interface DamageWatch {
	health(): StoreHealth;
	close(): Promise<void>;
}

interface Part {
	table: string;
	part: string;
	path: string;
	bytes: number;
}

const errorsSoFar = async (store: Statements): Promise<number> => {
	const [row] = await store.query<{ errors: number }>(
		`SELECT sum(value) AS errors FROM system.errors WHERE code IN ${DAMAGE_CODES}`,
	);
	return row?.errors ?? 0;
};

/** Parts that the engine did not load because of damaged files. */
const detachedParts = async (store: Statements): Promise<Required<FoundDamage>[]> => {
	const rows = await store.query<{ table: string; name: string; path: string; reason: string }>(
		`SELECT table, name, path, reason FROM system.detached_parts
		WHERE database = currentDatabase() AND startsWith(reason, 'broken') ORDER BY table, name`,
	);
	return rows.map(({ table, name, path, reason }) => ({
		table,
		part: name.slice(reason.length + 1).replace(/_try\d+$/, ""),
		detachedPath: path,
		reason,
	}));
};

const activeParts = (store: Statements): Promise<Part[]> =>
	store.query<Part>(
		`SELECT table, name AS part, path, bytes_on_disk AS bytes FROM system.parts
		WHERE database = currentDatabase() AND active AND NOT startsWith(table, 'damage_')
		ORDER BY modification_time DESC, name`,
	);

/** Checks a part's files against their checksums; undefined when they are intact. */
const faultOf = async (store: Statements, { table, part }: Part): Promise<string | undefined> => {
	try {
		const [checked] = await store.query<{ is_passed: number; message: string }>(
			`CHECK TABLE ${table} PART '${part}' SETTINGS check_query_single_value_result = 0, max_threads = 1`,
			{},
			{ priority: "heavy" },
		);
		return checked === undefined || checked.is_passed === 1 ? undefined : checked.message;
	} catch (error) {
		// Merged with others in the meantime.
		if (error instanceof StoreError && error.code === NO_SUCH_DATA_PART) return undefined;
		throw error;
	}
};

/** Active parts whose files are gone; one that the engine removed just now is not among them. */
const goneParts = async (store: Statements, parts: readonly Part[]): Promise<Part[]> => {
	const isGone = ({ path }: Part) => !existsSync(path);
	return parts.some(isGone) ? (await activeParts(store)).filter(isGone) : [];
};

/** Sets a part aside and logs it. */
const settle = async (
	store: Statements,
	record: DamageRecord,
	logger: Logger,
	found: FoundDamage,
): Promise<void> => {
	const { isLoss, ...entry } = await setAside(store, record, found);
	const health = record.health();
	const what =
		entry.movedTo === null
			? "A part of the event store is missing from the disk"
			: "A damaged part of the event store was set aside";
	logger.error(
		{ ...entry, ...(!health.ok && isLoss && { advice: health.advice }) },
		`${what}; ${isLoss ? "some of its rows are lost" : "none of its rows are lost"}`,
	);
};

export interface RepairOptions {
	store: Statements & Pick<EventStore, "listedParts">;
	/** Of the embedded store. */
	directory: string;
	logger: Logger;
}

/**
 * Sets aside the parts that the engine found damaged when it opened the store, restores their readable rows, and records
 * the parts that are gone. Must run before anything else reads or writes.
 */
export const repairStore = async ({ store, directory, logger }: RepairOptions): Promise<void> => {
	const record = createDamageRecord(directory);
	await recordMissingParts(store, record, logger);
	for (const found of await detachedParts(store)) await settle(store, record, logger, found);
	await listParts(store);
	const health = record.health();
	if (!health.ok) logger.error({ ...health }, "The event store is damaged");
};

const startWatch = (
	look: (signal: AbortSignal) => Promise<void>,
	pauseMs: number,
	logger: Logger,
) =>
	startPeriodicJob(look, {
		pauseMs,
		failed: (error, isRepeated) => {
			if (!isRepeated)
				logger.warn({ error: String(error) }, "The event store could not be checked for damage");
		},
	});

/**
 * Watches an embedded store for damage while it is in use: the engine's error counters reveal damage that a report, a merge
 * or an insert ran into, and parts that nothing reads are checked a few at a time.
 */
export const watchEmbeddedStore = ({
	store,
	directory,
	logger,
	askEveryMs = ASK_EVERY_MS,
	checkPauseMs = CHECK_PAUSE_MS,
}: RepairOptions & { askEveryMs?: number; checkPauseMs?: number }): DamageWatch => {
	const record = createDamageRecord(directory);
	const unsettled = new Map<string, string>();
	let checked = new Set<string>();
	let known = 0;
	let nextCheckAt = 0;
	const keyOf = ({ table, part }: { table: string; part: string }) => `${table}/${part}`;

	const settled = async (found: FoundDamage) => {
		try {
			await settle(store, record, logger, found);
			unsettled.delete(keyOf(found));
		} catch (error) {
			if (!unsettled.has(keyOf(found)))
				logger.error(
					{ ...found, error: String(error) },
					"A damaged part of the event store could not be set aside; retrying",
				);
			unsettled.set(keyOf(found), found.reason);
		}
	};

	const checkParts = async (parts: readonly Part[], signal: AbortSignal): Promise<void> => {
		for (const part of parts) {
			if (signal.aborted) return;
			const reason = await faultOf(store, part);
			checked.add(keyOf(part));
			if (reason !== undefined) await settled({ table: part.table, part: part.part, reason });
		}
	};

	/** Parts that were not checked yet: as many as the byte limit allows, at least one. */
	const unchecked = (parts: readonly Part[]): Part[] => {
		let bytes = 0;
		return parts
			.filter((part) => !checked.has(keyOf(part)))
			.filter((part) => {
				const isFirst = bytes === 0;
				bytes += part.bytes;
				return isFirst || bytes <= READ_AT_ONCE_BYTES;
			});
	};

	const watching = startWatch(
		async (signal) => {
			if (performance.now() < nextCheckAt) return;
			for (const found of await detachedParts(store)) await settled(found);
			const errors = await errorsSoFar(store);
			const loaded = await activeParts(store);
			const gone = await goneParts(store, loaded);
			for (const { table, part } of gone)
				await settled({ table, part, reason: `The files of ${part} are missing from the disk` });
			const parts = gone.length > 0 ? await activeParts(store) : loaded;
			const there = new Set(parts.map(keyOf));
			checked = new Set([...checked].filter((part) => there.has(part)));
			await checkParts(errors > known || unsettled.size > 0 ? parts : unchecked(parts), signal);
			for (const part of unsettled.keys()) if (!there.has(part)) unsettled.delete(part);
			await listParts(store);
			nextCheckAt = performance.now() + checkPauseMs;
			// The check itself raises the counters.
			known = await errorsSoFar(store);
		},
		askEveryMs,
		logger,
	);
	return {
		health: () => {
			const [part] = unsettled.keys();
			return part === undefined
				? record.health()
				: {
						ok: false,
						reason: `A part of the event store is damaged and could not be set aside: ${part}`,
						advice: `Free up space on the disk of ${directory} and allow the product to write there; see the log for the error`,
					};
		},
		close: async () => {
			await watching.close();
			await listParts(store).catch((error: unknown) =>
				logger.warn({ error: String(error) }, "The parts of the event store could not be listed"),
			);
		},
	};
};

/** Watches a ClickHouse server for parts that it did not load; repairing them is up to the server's operator. */
export const watchServerStore = ({
	store,
	logger,
	askEveryMs = 10 * ASK_EVERY_MS,
}: {
	store: Statements;
	logger: Logger;
	askEveryMs?: number;
}): DamageWatch => {
	let health: StoreHealth = { ok: true };
	const watching = startWatch(
		async () => {
			const found = await detachedParts(store);
			const [first] = found;
			const before = health;
			health =
				first === undefined
					? { ok: true }
					: {
							ok: false,
							reason: `The ClickHouse server has detached ${found.length} damaged parts, the first of them ${first.part} of ${first.table}`,
							advice:
								"Check system.detached_parts on the server; attach the parts that can be repaired or restore a backup, then drop the detached parts",
						};
			if (JSON.stringify(before) !== JSON.stringify(health))
				if (health.ok) logger.info({}, "The event store is intact again");
				else logger.error({ ...health }, "The event store is damaged");
		},
		askEveryMs,
		logger,
	);
	return { health: () => health, close: watching.close };
};
