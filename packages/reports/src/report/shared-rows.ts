import { createHash } from "node:crypto";
import type { QueryOptions, Requester, StoredChanges } from "@footfall/store";
import type { Parameters } from "../query/binding.ts";
import { keyOf } from "./kept-rows.ts";
import { createSharedRead, type SharedRead } from "./shared-read.ts";

/** The statement and its caller. The statement contains everything that its rows depend on, permissions included. */
export interface SharedStatement {
	site: number;
	sql: string;
	parameters: Parameters;
	priority: NonNullable<QueryOptions["priority"]>;
	requester: Requester | undefined;
	signal: AbortSignal | undefined;
}

/** How a shared statement waits in the queue. */
export type Turn = Pick<QueryOptions, "signal" | "began">;

interface Kept {
	/** JSON, so that nobody gets rows that somebody else has modified. */
	rows: string;
	site: number;
	/** The number of the site's last write before they were read. */
	asOf: number;
	/** By the process's own clock. */
	readAt: number;
}

/** Two bytes per character if a text is not Latin: 32 MB at most. */
const MOST_CHARACTERS = 16_000_000;
/** A larger answer would evict many others. */
const MOST_CHARACTERS_OF_ONE = 1_000_000;
const MOST_SITES = 10_000;
const MINUTE_MS = 60_000;

/**
 * How long rows may be used without a write of ours. The engine deletes expired rows, and resumes interrupted
 * deletions, by itself.
 */
const KEPT_MS = 30_000;
/** How far a window that ends now may lag while nothing happens. */
const MOMENT_MS = 10_000;
/** Writes of other processes appear in reports within two seconds, of which their loaders take up to one. */
const KEPT_BESIDE_OTHERS_MS = 1_000;

/**
 * The rows that answer equal statements about a site, read once for all requesters until something
 * is written there.
 */
export const createSharedRows = (changes: StoredChanges, clock = () => performance.now()) => {
	const kept = new Map<string, Kept>();
	const reads = new Map<string, SharedRead & Pick<Kept, "site" | "asOf">>();
	const moments = new Map<number, { instant: number; asOf: number }>();
	const [keptMs, momentMs] = changes.isAlone
		? [KEPT_MS, MOMENT_MS]
		: [KEPT_BESIDE_OTHERS_MS, KEPT_BESIDE_OTHERS_MS];
	let characters = 0;

	const isCurrent = ({ site, asOf }: Pick<Kept, "site" | "asOf">, readAt: number | undefined) =>
		changes.latestOfSite(site) <= asOf && (readAt === undefined || clock() - readAt < keptMs);
	const forget = (key: string) => {
		characters -= kept.get(key)?.rows.length ?? 0;
		kept.delete(key);
	};
	const keep = (key: string, entry: Kept) => {
		forget(key);
		if (entry.rows.length > MOST_CHARACTERS_OF_ONE || !isCurrent(entry, entry.readAt)) return;
		kept.set(key, entry);
		characters += entry.rows.length;
		for (const oldest of kept.keys()) {
			if (characters + kept.size * 100 <= MOST_CHARACTERS) break;
			forget(oldest);
		}
	};

	const readOf = (key: string, site: number) => {
		const known = reads.get(key);
		if (known && isCurrent(known, known.readAt())) return known;
		const asOf = changes.latestOfSite(site);
		const ended = () => {
			if (reads.get(key) === read) reads.delete(key);
		};
		const read = { site, asOf, ...createSharedRead(clock, ended) };
		reads.set(key, read);
		const keepRows = (rows: string) => keep(key, { rows, site, asOf, readAt: read.readAt() ?? 0 });
		read.rows.then(keepRows, () => {});
		return read;
	};

	return {
		async rowsOf<Row>(
			{ site, sql, parameters, priority, requester, signal }: SharedStatement,
			query: (turn: Turn) => Promise<Row[]>,
		): Promise<Row[]> {
			const text = `${site} ${priority} ${keyOf(sql, parameters)}`;
			const key = createHash("sha256").update(text).digest("base64");
			const known = kept.get(key);
			if (known && isCurrent(known, known.readAt)) return JSON.parse(known.rows);
			return JSON.parse(
				await readOf(key, site).join({ requester, signal }, async (turn) =>
					JSON.stringify(await query(turn)),
				),
			);
		},
		/** The present as used by queries about a site, so that they are equal while nothing is written there. */
		momentOf(site: number, now: number): number {
			const known = moments.get(site);
			const asOf = changes.latestOfSite(site);
			const age = now - (known?.instant ?? now);
			if (known?.asOf === asOf && age >= 0 && age < momentMs)
				if (Math.floor(known.instant / MINUTE_MS) === Math.floor(now / MINUTE_MS))
					// Buckets and days start on a full minute.
					return known.instant;
			if (moments.size >= MOST_SITES) moments.clear();
			moments.set(site, { instant: now, asOf });
			return now;
		},
	};
};
type SharedRows = ReturnType<typeof createSharedRows>;

const ofStores = new WeakMap<StoredChanges, SharedRows>();

/** The rows of a store that its readers share. */
export const sharedRowsOf = (changes: StoredChanges): SharedRows => {
	const known = ofStores.get(changes) ?? createSharedRows(changes);
	ofStores.set(changes, known);
	return known;
};
