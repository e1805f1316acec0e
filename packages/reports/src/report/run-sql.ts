import { ApiError } from "@footfall/shared/api-error";
import {
	type EventStore,
	isOverLimit,
	type QueryOptions,
	StoreBusyError,
	type StoredChanges,
	StoreError,
} from "@footfall/store";
import type { Parameters } from "../query/binding.ts";
import { invalidFilters } from "../query/filters.ts";
import { type KeptFor, keptRowsOf } from "./kept-rows.ts";
import { sharedRowsOf } from "./shared-rows.ts";

/** The part of the event store that reports use. */
export type ReportStore = Pick<EventStore, "query" | "changes">;

export interface StatementOptions<Row = unknown> {
	/** Maximum number of rows of the answer. */
	maxRows?: number;
	/** Settings beside the limits, as SQL. */
	settings?: string | undefined;
	/** Whether a projection can answer the statement. */
	isProjected?: boolean;
	/** Whether its rows may be shared with an equal statement that is already running; they must not be modified then. */
	coalesce?: boolean;
	/** Whether it reads rows of sites other than the report's. */
	isOfManySites?: boolean;
	/** The data that the rows depend on, if they may be cached until it changes; they must not be modified then. */
	keptFor?: KeptFor<Row>;
}

/** Columns of the table take precedence over aliases of the same name. */
export const PLAIN_COLUMNS: StatementOptions = { settings: "prefer_column_name_to_alias = 1" };

/** Runs a statement for a report, with limits on its time, memory and rows. */
export interface RunSql {
	<Row>(sql: string, parameters: Parameters, options?: StatementOptions<Row>): Promise<Row[]>;
	/** Whether rows are cached when a statement allows it. */
	keepsRows?: boolean;
	/** When rows changed last, for knowledge that is kept from one report to the next. */
	changes?: StoredChanges;
}

/** More than the number of hours since 2000, by which exports divide their reads; answers to clients have far fewer. */
const MAX_ANSWER_ROWS = 250_000;

/**
 * Longer than the slowest report on ten million events on two busy cores. Other reports wait behind it, and the
 * embedded engine cannot be stopped when the client has disconnected.
 */
const MAX_SECONDS = 15;

/**
 * A larger set of sessions is in every part of the range: looking each of them up in the index of each part takes
 * several times as long, and as much memory, as reading the rows.
 */
const MOST_INDEXED = 10_000;

/**
 * Written into every statement: settings of a connection would stay on it, and one query must not starve the rest. By
 * default, the engine checks for each read of a table whether a projection can answer it, which takes a millisecond, and
 * derives further comparisons from chains of them, of which ours have none: up to a third of the time of a statement.
 */
const settingsOf = ({
	maxRows = MAX_ANSWER_ROWS,
	settings = "",
	isProjected = false,
}: Omit<StatementOptions, "keptFor">): string => `
  SETTINGS max_execution_time = ${MAX_SECONDS}, max_memory_usage = 600000000, max_result_rows = ${maxRows},
    max_bytes_before_external_group_by = 200000000, max_bytes_before_external_sort = 200000000,
    use_index_for_in_with_subqueries_max_values = ${MOST_INDEXED}, optimize_and_compare_chain = 0${
			isProjected ? "" : ", optimize_use_projections = 0"
		}${settings && `, ${settings}`}`;

/** ClickHouse's error code for a regular expression that RE2 rejects. */
const CANNOT_COMPILE_REGEXP = 427;
/** ClickHouse's error code for an answer beyond `max_result_rows`. */
const TOO_MANY_ROWS = 396;

/** An answer has more rows than its statement may have. */
export class TooManyRowsError extends ApiError {
	constructor() {
		super("INVALID_REQUEST", "The response has too many rows: choose a shorter range");
	}
}

/** The client's error for a refusal of the store; `undefined` for an internal error. */
const refusalOf = (error: unknown): ApiError | undefined => {
	if (error instanceof StoreError && error.code === CANNOT_COMPILE_REGEXP)
		return invalidFilters(["filters: the store cannot run one of the regular expressions"]);
	if (error instanceof StoreError && error.code === TOO_MANY_ROWS) return new TooManyRowsError();
	if (error instanceof StoreBusyError)
		return new ApiError("UNAVAILABLE", "Too many reports are waiting");
	if (isOverLimit(error))
		return new ApiError(
			"UNAVAILABLE",
			"The report needs too much time or memory: choose a shorter range or fewer filters",
		);
	return undefined;
};

/** A deletion that failed or was interrupted resumes by itself, and its end is not signalled. */
const UNFINISHED_MUTATIONS = `SELECT 1 FROM system.mutations WHERE database = currentDatabase() AND NOT is_done LIMIT 1
  SETTINGS max_execution_time = ${MAX_SECONDS}`;

/** How long a report waits in the queue: after that, the user has given up, and a retry comes later. */
const MAX_WAIT_MS = 10_000;
/** A file that has started is aborted when one of its statements is refused. */
const MAX_WAIT_OF_FILE_MS = 60_000;

/** Counts the time until the work is done as the store's time. */
export interface StoreTimings {
	ofStore<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** For whom statements are run, and how. */
export interface RunSqlOptions extends Pick<QueryOptions, "priority" | "requester" | "signal"> {
	timings?: StoreTimings | undefined;
	/** Whether the answer is a file, for which more statements follow. */
	isFile?: boolean;
	/** The site whose rows are read, if equal statements about it may share their rows until it changes. */
	sharedSite?: number | undefined;
}

/** Answers statements from the store, and turns errors of the engine into errors that the caller can act on. */
export const createRunSql = (
	store: ReportStore,
	{
		timings,
		priority = "heavy",
		requester,
		signal,
		isFile = false,
		sharedSite,
	}: RunSqlOptions = {},
): RunSql => {
	const { changes } = store;
	const maxWaitMs = isFile ? MAX_WAIT_OF_FILE_MS : MAX_WAIT_MS;
	const runSql = async <Row>(
		sql: string,
		parameters: Parameters,
		statement: StatementOptions<Row> = {},
	) => {
		const options = {
			priority,
			requester,
			signal,
			maxWaitMs,
			coalesce: statement.coalesce ?? false,
		};
		const { keptFor, isOfManySites = false, ...limits } = statement;
		const text = `${sql}${settingsOf(limits)}`;
		const read = () => store.query<Row>(text, parameters, options);
		const query = async (): Promise<Row[]> => {
			if (!keptFor || !changes?.isAlone) {
				if (!changes || sharedSite === undefined || isOfManySites) return read();
				return sharedRowsOf(changes).rowsOf<Row>(
					{ ...{ site: sharedSite, sql: text, parameters, priority }, requester, signal },
					(turn) => store.query<Row>(text, parameters, { ...options, ...turn, coalesce: false }),
				);
			}
			const asked = { sql, parameters, keptFor };
			// Not shared within a request: a deletion may have failed since another of its reports checked.
			const isUnsettled = async () =>
				(await store.query(UNFINISHED_MUTATIONS, {}, { ...options, coalesce: false })).length > 0;
			return (await keptRowsOf(changes).rowsOf(asked, read, isUnsettled)) as Row[];
		};
		try {
			return await (timings ? timings.ofStore(query) : query());
		} catch (error) {
			throw refusalOf(error) ?? error;
		}
	};
	return Object.assign(runSql, {
		keepsRows: changes?.isAlone === true,
		...(changes && { changes }),
	});
};
