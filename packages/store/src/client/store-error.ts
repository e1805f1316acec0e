/** The event store refused or failed a statement; `code` is ClickHouse's number for the reason, when it gave one. */
export class StoreError extends Error {
	override name = "StoreError";
	readonly code: number | undefined;
	/** Node's code where the connection failed, such as `ECONNREFUSED`. */
	readonly connectionCode: string | undefined;

	constructor(message: string, code: number | undefined, connectionCode?: string) {
		super(message);
		this.code = code;
		this.connectionCode = connectionCode;
	}
}

/** More statements wait for the store than it will queue; the caller may try again later. */
export class StoreBusyError extends Error {
	override name = "StoreBusyError";
}

/** A statement ran into its `max_execution_time` or was too large for its `max_memory_usage`. */
export const isOverLimit = (error: unknown): boolean =>
	error instanceof StoreError && (error.code === 159 || error.code === 160 || error.code === 241);

/**
 * Codes that blame the rows and not the machine: the same rows will be refused again.
 * 6 text, 25 escape sequence, 26 quoted string, 27 expected input, 38 date, 41 date-time, 43 argument type,
 * 53 type mismatch, 69 bound, 70 conversion, 72 number, 117 incorrect data, 130 array, 131 string size,
 * 321 range, 349 null, 376 uuid, 407 decimal overflow. 62, 167 and 168 blame the size of a statement, which grows with what
 * is in it.
 */
const DATA_CODES = new Set([
	6, 25, 26, 27, 38, 41, 43, 53, 62, 69, 70, 72, 117, 130, 131, 167, 168, 321, 349, 376, 407,
]);

export const isDataFault = (error: unknown): boolean =>
	error instanceof StoreError && error.code !== undefined && DATA_CODES.has(error.code);

/** Gives an engine's or a client's error the one shape that callers know. */
export const storeErrorOf = (thrown: unknown): StoreError => {
	const message = thrown instanceof Error ? thrown.message : String(thrown);
	const fields = thrown as { code?: unknown; clickhouseCode?: unknown } | undefined;
	const given = Number(fields?.clickhouseCode ?? fields?.code);
	const code = Number.isInteger(given) ? given : Number(/Code: (\d+)/.exec(message)?.[1]);
	// The engine quotes the rows it could not read: what visitors did stays out of messages, and so does the
	// original error.
	const [reason = message] = message.split(/\n| before: |: \(?while|Row \d+:/);
	const connectionCode =
		typeof fields?.code === "string" && /^[A-Z]/.test(fields.code) ? fields.code : undefined;
	return new StoreError(
		reason.slice(0, 500),
		Number.isInteger(code) ? code : undefined,
		connectionCode,
	);
};
