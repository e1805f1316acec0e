import type { Column } from "@footfall/reports/export/columns";
import { eventFields, isStored, type StoredField } from "@footfall/shared/event-fields";

/** A column of what destinations get: its name as in exports, and where each table has it. */
export interface DeliveredColumn extends Column {
	events: string;
	bots: string;
}

/** Always delivered: without them, a row cannot be told from another. */
export const KEY_COLUMNS = ["site_id", "timestamp", "event_id", "received_at"] as const;

/** The visitor's address stays here, as in the log's envelope. */
const PRIVATE = "ip";

const hexOf = (column: string) => `leftPad(lower(hex(${column})), 16, '0')`;

const KINDS: Readonly<Record<string, Column["kind"]>> = {
	instant: "time",
	site: "integer",
	integer: "integer",
	number: "number",
	measure: "number",
	texts: "json",
};

const NOTHING: Readonly<Record<Column["kind"], string>> = {
	...{ text: "''", integer: "0", number: "0", boolean: "false", json: "map()", time: "0" },
};

const sqlOf = ({ kind, column }: StoredField): string => {
	if (kind === "instant") return `toUnixTimestamp64Milli(${column})`;
	if (kind === "decimal") return `if(currency = '', '', toString(${column}))`;
	if (kind === "json") return `if(${column} = '', '{}', ${column})`;
	return kind === "eventType" ? `toString(${column})` : column;
};

const fieldColumn = (field: StoredField): DeliveredColumn => {
	const kind = field.column === "asn" ? "integer" : (KINDS[field.kind] ?? "text");
	const missing = field.kind === "measure" ? "NULL" : NOTHING[kind];
	const events = sqlOf(field);
	const bots = field.inBots ? events : field.kind === "json" ? "'{}'" : missing;
	return { name: field.column, kind, isOptional: false, events, bots };
};

const column = (name: string, kind: Column["kind"], events: string, bots: string) => ({
	...{ name, kind, isOptional: false, events, bots },
});

/** All columns that a destination may get. */
export const DELIVERED_COLUMNS: readonly DeliveredColumn[] = [
	...eventFields
		.filter(isStored)
		.filter((field) => field.column !== PRIVATE)
		.map(fieldColumn),
	column("session_id", "text", hexOf("session_id"), "''"),
	column("user_id", "text", hexOf("user_id"), hexOf("user_id")),
	column("is_bot", "boolean", "false", "true"),
	column("bot_name", "text", "''", "toString(bot_name)"),
	column("bot_category", "text", "''", "toString(bot_category)"),
];

/** The columns of a destination, in their own order. */
export const columnsOf = (names: readonly string[] | undefined): readonly DeliveredColumn[] => {
	if (names === undefined) return DELIVERED_COLUMNS;
	const wanted = new Set([...KEY_COLUMNS, ...names]);
	return DELIVERED_COLUMNS.filter(({ name }) => wanted.has(name));
};
