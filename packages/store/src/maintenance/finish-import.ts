import { SESSION_IDLE_MS } from "@footfall/shared/limits";
import type { Statements, WritableStore } from "../client/client.ts";
import {
	type Begun,
	OF_NO_ONE_ERASED,
	removeErasedOfImport,
	wasAnyoneErased,
} from "../imports/erased-since.ts";
import { sourceOf, stagingOf } from "../imports/import-id.ts";
import { closeStaging, SUM_TABLES } from "../imports/staging.ts";
import { SUBJECT_OF_EVENT } from "../people/erasures.ts";
import { BOT_TABLE, EVENT_TABLE } from "../rows/event-rows.ts";

/** Events that are read from staging at once: a visitor's events stay together, so memory depends on this number. */
const EVENTS_AT_ONCE = 200_000;

/** The engine aborts a statement that takes longer. */
export const FINISH_PART_MAX_MS = 120_000;

const LIMITS = `SETTINGS max_execution_time = ${FINISH_PART_MAX_MS / 1000}`;
const INSERT_LIMITS = `${LIMITS}, max_threads = 2, max_partitions_per_insert_block = 0, insert_deduplicate = 0`;
const LARGEST_ID = 2n ** 64n - 1n;

/** The columns that determine ids and sessions; carrying whole rows through every sort takes five times as long. */
const DECIDING: Readonly<Record<string, string>> = {
	events: "user_id, source_offset, event_id, timestamp, site_id, identified_user_id, session_id",
	bots: "user_id, source_offset, event_id",
};
const DECIDED: ReadonlySet<string> = new Set(["event_id", "session_id"]);
const STAGED = "FROM {staging} FINAL WHERE user_id >= {first:UInt64} AND user_id <= {last:UInt64}";

/** Identical events without an id are separate events: they are numbered. */
const numbered = (rows: string) => `
	SELECT * REPLACE (
		if(startsWith(event_id, '#'), concat(event_id, '.', toString(occurrence)), event_id) AS event_id
	) FROM (
		SELECT *, row_number() OVER (PARTITION BY event_id ORDER BY source_offset) AS occurrence FROM (${rows})
	) WHERE occurrence = 1 OR startsWith(event_id, '#')`;

/** The loader's sessions, see `loader/sessions.ts`: the same time ranges and the same ids. */
const inSessions = (rows: string) => `
	SELECT * REPLACE (
		if(session_id != 0, session_id, reinterpretAsUInt64(reverse(substring(MD5(concat(
			toString(site_id), '/', leftPad(lower(hex(user_id)), 16, '0'), '/', identified_user_id, '/', first_id
		)), 1, 8)))) AS session_id
	) FROM (
		SELECT *, first_value(event_id) OVER (
			PARTITION BY user_id, identified_user_id, visit ORDER BY timestamp, source_offset
			ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
		) AS first_id FROM (
			SELECT *, sum(begins) OVER (
				PARTITION BY user_id, identified_user_id ORDER BY timestamp, source_offset
				ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
			) AS visit FROM (
				SELECT *, toUnixTimestamp64Milli(timestamp) - lagInFrame(toUnixTimestamp64Milli(timestamp), 1, -${SESSION_IDLE_MS + 1}) OVER (
					PARTITION BY user_id, identified_user_id ORDER BY timestamp, source_offset
					ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
				) > ${SESSION_IDLE_MS} AS begins
				FROM (${rows})
			)
		)
	)`;

const OF_THAT_TIME = `site_id = {site:UInt32}
			AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
			AND timestamp <= fromUnixTimestamp64Milli({to:Int64}, 'UTC')`;

/** How many rows of the same time the store had when finishing began. */
interface Before {
	/** From this import, before a crash. */
	own: number;
	/** From another import, or from the site itself. */
	others: number;
}

/**
 * Leaves out events that the store already has. Earlier parts stored those of other visitors: scanning
 * them again for each part would take longer with every part.
 */
const notStored = (table: string, before: Before | undefined): string => {
	if (before?.own === 0 && before.others === 0) return "true";
	return `event_id NOT IN (
		SELECT event_id FROM ${table}
		WHERE ${OF_THAT_TIME} AND user_id >= {first:UInt64} AND user_id <= {last:UInt64}
			${before?.own === 0 ? "AND source != {source:String}" : ""}
	)`;
};

/** An event of an import that may count an order. */
const OF_ORDER = "order_id != '' AND currency != '' AND revenue > 0";

/**
 * Staged events whose order another event counts: one that was stored before, or an earlier one of the import. They keep
 * all but their money.
 */
const WITHOUT_MONEY = `(SELECT order_id, event_id FROM {staging} FINAL WHERE ${OF_ORDER} AND (order_id, event_id) NOT IN (
		SELECT order_id, argMin(event_id, (received_at, event_id)) FROM orders
		WHERE site_id = {site:UInt32} AND order_id IN (SELECT order_id FROM {staging} WHERE ${OF_ORDER})
		GROUP BY order_id
	))`;
const MONEY: Readonly<Record<string, string>> = { currency: "''", revenue: "0" };

/** Claims the orders of an import that no event has claimed yet, as the loader does, see `loader/orders.ts`. */
const claimOrders = (
	store: Statements,
	staging: string,
	condition: string,
	{ site, since }: Begun,
): Promise<void> =>
	store.command(
		`INSERT INTO orders (site_id, order_id, received_at, event_id, subjects)
		SELECT {site:UInt32}, order_id, argMin(received_at, (timestamp, source_offset)) AS received,
			argMin(event_id, (timestamp, source_offset)) AS event,
			[argMin(${SUBJECT_OF_EVENT}, (timestamp, source_offset))] AS person
		FROM ${staging} FINAL WHERE ${OF_ORDER} AND ${condition} AND order_id NOT IN (
			SELECT order_id FROM orders
			WHERE site_id = {site:UInt32} AND order_id IN (SELECT order_id FROM ${staging} WHERE ${OF_ORDER})
		)
		GROUP BY order_id ${INSERT_LIMITS}`,
		{ site, since },
	);

/** The rows of some visitors that are to be stored, with their new ids and sessions. */
const toStore = (
	{ table, columns }: { table: string; columns: readonly string[] },
	condition: string,
	before: Before | undefined,
	hasOrders: boolean,
): string => {
	const cell = (name: string) => {
		if (DECIDED.has(name)) return `decided.${name} AS ${name}`;
		const none = hasOrders ? MONEY[name] : undefined;
		if (none === undefined) return `staged.${name} AS ${name}`;
		return `if((staged.order_id, staged.event_id) IN ${WITHOUT_MONEY}, ${none}, staged.${name}) AS ${name}`;
	};
	const deciding = numbered(`SELECT ${DECIDING[table]} ${STAGED} AND ${condition}`);
	return `
	SELECT ${columns.map(cell).join(", ")}
	FROM (SELECT * ${STAGED}) AS staged
	INNER JOIN (
		SELECT * FROM (${table === "events" ? inSessions(deciding) : deciding}) WHERE ${notStored(table, before)}
	) AS decided ON staged.user_id = decided.user_id AND staged.source_offset = decided.source_offset`;
};

interface Staged {
	count: number;
	from: number;
	to: number;
}

/** The outcome of an import's rows. */
export interface FinishedImport {
	/** Events, bots' requests and daily figures that are new in the store. */
	imported: number;
	/** Those that it already had. */
	repeated: number;
	/** Those of people who were erased since the import began. */
	erased: number;
}

const NOTHING: FinishedImport = { imported: 0, repeated: 0, erased: 0 };

const move = async (
	store: Statements,
	shape: { table: string; columns: readonly string[] },
	{
		staging,
		begun,
		beforePart,
	}: { staging: string; begun: Begun; beforePart: () => Promise<void> },
): Promise<FinishedImport> => {
	const [staged] = await store.query<Staged>(
		`SELECT count() AS count, toUnixTimestamp64Milli(min(timestamp)) AS from, toUnixTimestamp64Milli(max(timestamp)) AS to
		FROM ${staging} FINAL ${LIMITS}`,
	);
	if (staged === undefined || staged.count === 0) return NOTHING;
	const { count, from, to } = staged;
	const { site, importId, since } = begun;
	// Requests of bots belong to no person.
	const isFiltered = shape.table === "events" && (await wasAnyoneErased(store, begun));
	const source = sourceOf(importId);
	const [before] = await store.query<Before>(
		`SELECT countIf(source = {source:String}) AS own, countIf(source != {source:String}) AS others
		FROM ${shape.table} WHERE ${OF_THAT_TIME} ${LIMITS}`,
		{ site, from, to, source },
	);
	const [order] =
		shape.table === "events"
			? await store.query(`SELECT 1 FROM ${staging} WHERE ${OF_ORDER} LIMIT 1 ${LIMITS}`)
			: [];
	const hasOrders = order !== undefined;
	const condition = isFiltered ? OF_NO_ONE_ERASED : "true";
	if (hasOrders) await claimOrders(store, staging, condition, begun);
	const statement = toStore(shape, condition, before, hasOrders).replaceAll("{staging}", staging);
	const parts = BigInt(Math.ceil(count / EVENTS_AT_ONCE));
	const width = LARGEST_ID / parts + 1n;
	for (let part = 0n; part < parts; part++) {
		await beforePart();
		const first = part * width;
		const end = first + width - 1n;
		await store.command(
			`INSERT INTO ${shape.table} (${shape.columns.join(", ")}) ${statement} ${INSERT_LIMITS}`,
			{ site, from, to, since, source, first, last: end > LARGEST_ID ? LARGEST_ID : end },
		);
	}
	const [stored] = await store.query<{ count: number }>(
		`SELECT count() AS count FROM ${shape.table} WHERE site_id = {site:UInt32} AND source = {source:String} ${LIMITS}`,
		{ site, source },
	);
	const [left] = isFiltered
		? await store.query<{ count: number }>(
				`SELECT count() AS count FROM ${staging} FINAL WHERE NOT (${OF_NO_ONE_ERASED}) ${LIMITS}`,
				{ site, since },
			)
		: [];
	const imported = stored?.count ?? 0;
	const erased = left?.count ?? 0;
	return { imported, erased, repeated: count - imported - erased };
};

/** Makes daily sums visible, without those of days that another import already covers: they would be counted twice. */
const moveSums = async (
	store: Statements,
	{ table, suffix, columns }: (typeof SUM_TABLES)[number],
	{ site, importId }: Begun,
): Promise<FinishedImport> => {
	const staging = stagingOf(importId) + suffix;
	const ofImport = "site_id = {site:UInt32} AND import_id = {importId:String}";
	const countIn = async (name: string) => {
		const [row] = await store.query<{ count: number }>(
			`SELECT count() AS count FROM ${name} FINAL WHERE ${ofImport} ${LIMITS}`,
			{ site, importId },
		);
		return row?.count ?? 0;
	};
	const staged = await countIn(staging);
	const names = columns.join(", ");
	const ofOthers = `(dimension, date) IN (
		SELECT dimension, date FROM ${table} WHERE site_id = {site:UInt32} AND import_id != {importId:String}
	)`;
	if (staged > 0)
		await store.command(
			`INSERT INTO ${table} (${names}) SELECT ${names} FROM ${staging} FINAL WHERE NOT (${ofOthers}) ${INSERT_LIMITS}`,
			{ site, importId },
		);
	const imported = await countIn(table);
	return { imported, repeated: Math.max(0, staged - imported), erased: 0 };
};

/**
 * Assigns sessions to an import's staged events and makes them visible to reports, each once: after a crash,
 * repeating it completes the work. People who were erased since it began stay erased.
 * @param options.beforePart asked before each statement that makes events visible, which takes at most
 *   `FINISH_PART_MAX_MS`: where it throws, the rest is left to another time
 */
export const finishImport = async (
	store: WritableStore,
	{
		site,
		importId,
		since,
		beforePart = async () => {},
	}: Begun & { beforePart?: () => Promise<void> },
): Promise<FinishedImport> => {
	const staging = stagingOf(importId);
	const begun = { site, importId, since };
	const moved = [
		await move(store, EVENT_TABLE, { staging, begun, beforePart }),
		await move(store, BOT_TABLE, { staging: `${staging}_bots`, begun, beforePart }),
	];
	for (const sums of SUM_TABLES) {
		await beforePart();
		moved.push(await moveSums(store, sums, begun));
	}
	await removeErasedOfImport(store, begun);
	await closeStaging(store, importId);
	const sumOf = (what: keyof FinishedImport) => moved.reduce((sum, one) => sum + one[what], 0);
	return { imported: sumOf("imported"), repeated: sumOf("repeated"), erased: sumOf("erased") };
};
