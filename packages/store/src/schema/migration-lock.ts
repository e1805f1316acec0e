import { randomUUID } from "node:crypto";
import { pause } from "@footfall/shared/waiting/pause";
import { startPeriodicJob } from "@footfall/shared/waiting/periodic-job";
import type { Statements } from "../client/client.ts";
import { StoreError } from "../client/store-error.ts";

/** Another process has been migrating the tables for too long. */
export class MigrationLockError extends Error {
	override name = "MigrationLockError";
}

export interface MigrationLockOptions {
	/** A holder without a heartbeat for this long counts as dead. 30 s by default. */
	leaseMs?: number;
	/** The longest wait for a live holder. 5 min by default. */
	maxWaitMs?: number;
}

const PREFIX = "migration_lock_";
const TABLE_ALREADY_EXISTS = 57;
const SIGNS_PER_LEASE = 6;

interface LockTable {
	number: number;
	/** Changes with each heartbeat. */
	sign: string;
}

const lockTables = (store: Statements): Promise<LockTable[]> =>
	store.query<LockTable>(
		`SELECT toUInt32OrZero(substring(name, ${PREFIX.length + 1})) AS number, comment AS sign
		FROM system.tables WHERE database = currentDatabase() AND startsWith(name, '${PREFIX}')
		ORDER BY number`,
	);

/** Whether the table was created, and is therefore ours: the server lets only one of several callers create it. */
const made = async (store: Statements, number: number, sign: string): Promise<boolean> => {
	try {
		await store.command(
			`CREATE TABLE ${PREFIX}${number} (nothing UInt8) ENGINE = Memory COMMENT '${sign}'`,
		);
		return true;
	} catch (error) {
		if (error instanceof StoreError && error.code === TABLE_ALREADY_EXISTS) return false;
		throw error;
	}
};

/**
 * Takes the lock that keeps two processes from changing the tables of one server at the same time. It is a table,
 * since creating one is the only operation that a server without Keeper grants to just one of several callers; the
 * holder changes its comment as a heartbeat. A process that sees no change for the length of a lease creates the
 * table with the next number, and only one can.
 * @returns releases it
 * @throws MigrationLockError when it is held for too long
 */
export const acquireMigrationLock = async (
	store: Statements,
	{ leaseMs = 30_000, maxWaitMs = 300_000 }: MigrationLockOptions = {},
): Promise<() => Promise<void>> => {
	const owner = randomUUID();
	const until = performance.now() + maxWaitMs;
	let seen: (LockTable & { since: number }) | undefined;
	let own: number | undefined;
	while (own === undefined) {
		const holder = (await lockTables(store)).at(-1);
		const now = performance.now();
		// By this process's own clock: those of several machines differ.
		if (holder && (seen?.number !== holder.number || seen.sign !== holder.sign))
			seen = { ...holder, since: now };
		const isDead = holder && seen && now - seen.since > leaseMs;
		if (!holder || isDead) {
			const number = (holder?.number ?? 0) + 1;
			if (await made(store, number, `${owner}/0`)) own = number;
		} else if (now > until)
			throw new MigrationLockError(
				`Another process has been changing the event store's tables for more than ${Math.round(maxWaitMs / 1000)} s (table ${PREFIX}${holder.number}); wait for it to end, or stop it`,
			);
		if (own === undefined) await pause(leaseMs / SIGNS_PER_LEASE);
	}

	const number = own;
	let signs = 0;
	const signing = startPeriodicJob(
		() => store.command(`ALTER TABLE ${PREFIX}${number} MODIFY COMMENT '${owner}/${++signs}'`),
		{
			pauseMs: (tookMs) => leaseMs / SIGNS_PER_LEASE - tookMs,
			immediately: false,
			// A failed heartbeat is followed by another; a persistent failure fails the migration itself.
			failed: () => undefined,
		},
	);
	return async () => {
		await signing.close();
		const tables = await lockTables(store);
		// No longer ours if another process took this one for dead.
		if (tables.find((table) => table.number === number)?.sign.startsWith(owner) !== true) return;
		for (const table of tables.filter((one) => one.number <= number))
			await store.command(`DROP TABLE IF EXISTS ${PREFIX}${table.number} SYNC`);
	};
};
