import { eventFields, isStored, type StoredField } from "@footfall/shared/event-fields";
import {
	BOT_LAYERS,
	type BotVerdict,
	createValuesReader,
	type QueuedEvent,
} from "@footfall/shared/queued-event";

/** The loader's additions to an event. */
export interface Placement {
	session: string;
	visitor: string;
	source: string;
	offset: number;
}

/** Decimal text: the store's 64-bit numbers are larger than JavaScript's. */
const decimal = (hex: string) => BigInt(`0x${hex}`).toString();

type Convert = (value: unknown) => unknown;

/** How a field's value becomes a cell; undefined if it already is one. */
const conversionOf = (field: StoredField): Convert | undefined => {
	const { kind, isOptional, range, largest = 0 } = field;
	// A bare number is read in the column's own ticks, milliseconds, and costs a tenth of a text.
	if (kind === "instant") return (value) => Math.trunc(value as number);
	if (kind === "nullableText") return (value) => value ?? null;
	if (kind === "decimal") return (value) => value ?? "0";
	if (kind === "text" && isOptional) return (value) => value ?? "";
	// A measure that no page can have is dropped: one of them would make a sum or a percentile infinite.
	if (kind === "measure")
		return (value) => (typeof value === "number" && value >= 0 && value <= largest ? value : null);
	if (range === undefined) return undefined;
	const [min, max] = range;
	if (isOptional) return (value) => Math.min(max, Math.max(min, Math.trunc(Number(value ?? 0))));
	// A number out of its column's range would be rejected with its whole block, or wrap around.
	return (value) => Math.min(max, Math.max(min, Math.trunc(value as number)));
};

/** How a table stores an event: its columns, and the cells in their order. */
export interface TableShape {
	table: string;
	columns: readonly string[];
	row(event: QueuedEvent, placement: Placement): unknown[];
}

type Cells = Record<string, (event: QueuedEvent, placement: Placement) => unknown>;

/** @param more cells that do not come from a field of the event */
const shapeOf = (table: string, fields: readonly StoredField[], more: Cells): TableShape => {
	const read = createValuesReader(fields.map(({ name }) => name));
	const conversions = fields.flatMap((field, at) => {
		const convert = conversionOf(field);
		return convert ? [{ at, convert }] : [];
	});
	const others = Object.values(more);
	return {
		table,
		columns: [...fields.map(({ column }) => column), ...Object.keys(more)],
		row: (event, placement) => {
			const cells = read(event);
			for (const { at, convert } of conversions) cells[at] = convert(cells[at]);
			for (const cell of others) cells.push(cell(event, placement));
			return cells;
		},
	};
};

const placed: Cells = {
	user_id: (_, { visitor }) => decimal(visitor),
	source: (_, { source }) => source,
	source_offset: (_, { offset }) => offset,
};

const stored = eventFields.filter(isStored);

export const EVENT_TABLE = shapeOf("events", stored, {
	session_id: (_, { session }) => session,
	...placed,
});

const verdict =
	(cell: (bot: BotVerdict) => unknown) =>
	({ bot }: QueuedEvent) =>
		bot && cell(bot);

export const BOT_TABLE = shapeOf(
	"bots",
	stored.filter(({ inBots }) => inBots),
	{
		...placed,
		...Object.fromEntries(
			BOT_LAYERS.map((layer) => [layer, verdict(({ layers }) => (layers.includes(layer) ? 1 : 0))]),
		),
		bot_category: verdict(({ category }) => category),
		matched_ua_pattern: verdict(({ matchedPattern }) => matchedPattern),
		bot_name: verdict(({ name }) => name),
		bot_operator: verdict(({ operator }) => operator),
		bot_purpose: verdict(({ purpose }) => purpose),
		bot_claim: verdict(({ claim }) => claim ?? ""),
		asn_provider: verdict(({ asnProvider }) => asnProvider ?? ""),
		evidence: verdict(({ evidence }) => evidence ?? []),
	},
);
