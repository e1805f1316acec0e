/** The event store rejected a statement or failed at it; `code` is ClickHouse's error code, if it gave one. */
export class StoreError extends Error {
	override name = "StoreError";
	readonly code: number | undefined;
	/** Node's code if the connection failed, such as `ECONNREFUSED`. */
	readonly connectionCode: string | undefined;

	constructor(message: string, code: number | undefined, connectionCode?: string) {
		super(message);
		this.code = code;
		this.connectionCode = connectionCode;
	}
}

/** More statements are waiting than the store will queue; the caller may try again later. */
export class StoreBusyError extends Error {
	override name = "StoreBusyError";
}

/** A statement ran into its `max_execution_time` or was too large for its `max_memory_usage`. */
export const isOverLimit = (error: unknown): boolean =>
	error instanceof StoreError && (error.code === 159 || error.code === 160 || error.code === 241);

/**
 * Codes that blame the rows and not the machine: the same rows will be rejected again. 6 text, 25 escape sequence, 26
 * quoted string, 27 expected input, 38 date, 41 date-time, 43 argument type, 53 type mismatch, 69 bound, 70
 * conversion, 72 number, 117 incorrect data, 130 array, 131 string size, 321 range, 349 null, 376 uuid, 407 decimal
 * overflow. 62, 167 and 168 blame the size of a statement, which grows with its contents.
 */
const DATA_CODES = new Set([
	6, 25, 26, 27, 38, 41, 43, 53, 62, 69, 70, 72, 117, 130, 131, 167, 168, 321, 349, 376, 407,
]);

export const isDataFault = (error: unknown): boolean =>
	error instanceof StoreError && error.code !== undefined && DATA_CODES.has(error.code);

/**
 * Codes of temporary failures of the machine, the network, a server or its tables: 32, 33, 40, 84, 107, 271 damaged
 * files; 16, 47, 60, 81, 218 tables that are being made; 74 to 77, 87, 88, 173, 204, 243, 425, 1000 to 1002 disk,
 * memory, system; 164, 192 to 194, 201, 497, 516 rights; 198 to 203, 209, 210, 236, 279, 373, 384, 394, 473, 692, 745
 * connections and load; 225, 242, 252, 285, 286, 289, 319, 341, 415, 416, 999 replicas.
 */
const PASSING_CODES = new Set([
	...[16, 32, 33, 40, 47, 60, 74, 75, 76, 77, 81, 84, 87, 88, 107, 164, 173, 192, 193, 194, 198],
	...[201, 202, 203, 204, 209, 210, 218, 225, 236, 242, 243, 252, 271, 279, 285, 286, 289, 319],
	...[341, 373, 384, 394, 415, 416, 425, 473, 497, 516, 692, 745, 999, 1000, 1001, 1002],
]);

/** Whether the engine rejected the statement itself, so that smaller parts of it may succeed. */
export const isRefusal = (error: unknown): boolean =>
	error instanceof StoreError && error.code !== undefined && !PASSING_CODES.has(error.code);

/** Converts an engine's or a client's error to the one type that callers know. */
export const storeErrorOf = (thrown: unknown): StoreError => {
	const message = thrown instanceof Error ? thrown.message : String(thrown);
	const fields = thrown as { code?: unknown; clickhouseCode?: unknown } | undefined;
	const given = Number(fields?.clickhouseCode ?? fields?.code);
	const code = Number.isInteger(given) ? given : Number(/Code: (\d+)/.exec(message)?.[1]);
	// The engine quotes the rows it could not read: what visitors did stays out of messages, and so does the
	// original error.
	const [reason = message] = message.split(/\n|,? Stack trace| before: |: \(?while|Row \d+:/);
	const connectionCode =
		typeof fields?.code === "string" && /^[A-Z]/.test(fields.code) ? fields.code : undefined;
	return new StoreError(
		reason.slice(0, 500),
		Number.isInteger(code) ? code : undefined,
		connectionCode,
	);
};
