import { EVENT_TYPES } from "@footfall/shared/event";
import { eventFields, isStored, type StoredField } from "@footfall/shared/event-fields";
import { DEFINITION_KINDS, type DefinitionKind } from "@footfall/shared/imported-hit";
import { amountOf } from "@footfall/shared/money/amount";
import { currencyOf } from "@footfall/shared/money/currency";
import { BOT_LAYERS, type BotVerdict, type QueuedEvent } from "@footfall/shared/queued-event";
import {
	countIn,
	listIn,
	numberIn,
	objectIn,
	storableRow,
	textCellsIn,
	textIn,
} from "../row/cell.ts";
import {
	emptyReading,
	figureIn,
	invalidFor,
	type RawRow,
	type ReadRow,
	readingOf,
	skippedFor,
} from "../row/reading.ts";
import { timeOf } from "../row/timestamp.ts";

const HEX = /^[0-9a-f]{16}$/;
/** A newer product's other types are not understood here. */
const TYPES: ReadonlySet<string> = new Set(EVENT_TYPES);

const hexIn = (row: RawRow, name: string): string => textIn(row, name).padStart(16, "0");
const textsIn = (row: RawRow, name: string): Record<string, string> => {
	const texts = objectIn(row, name);
	return Object.fromEntries(Object.keys(texts).map((key) => [key, textIn(texts, key)]));
};

/** A field's value by its column; undefined if the field is optional and unknown. */
const valueIn = (row: RawRow, { kind, column, isOptional, range }: StoredField): unknown => {
	if (kind === "number" || kind === "integer")
		return numberIn(row, column) ?? (isOptional ? undefined : (range?.[0] ?? 0));
	if (kind === "decimal") return amountOf(textIn(row, column));
	if (kind === "measure") return numberIn(row, column);
	if (kind === "instant") return timeOf(row[column]);
	if (kind === "texts") return textsIn(row, column);
	// An export has text; who writes such rows by hand may nest the object.
	if (kind === "json") return textIn(row, column) || JSON.stringify(objectIn(row, column));
	return textIn(row, column) || (isOptional ? undefined : "");
};

/** The site of an event is the one that it is imported into. */
const fields = eventFields.filter(isStored).filter(({ name }) => name !== "site");

const CLAIMS = ["claimed", "verified"] as const;

/** Missing from exports of older versions. */
const verdictOf = (row: RawRow): BotVerdict => {
	const claim = textIn(row, "bot_claim");
	return {
		layers: BOT_LAYERS.filter((layer) => numberIn(row, layer) === 1),
		category: textIn(row, "bot_category"),
		matchedPattern: textIn(row, "matched_ua_pattern"),
		name: textIn(row, "bot_name"),
		operator: textIn(row, "bot_operator"),
		purpose: textIn(row, "bot_purpose"),
		claim: CLAIMS.find((known) => known === claim) ?? "",
		asnProvider: textIn(row, "asn_provider"),
		evidence: listIn(row, "evidence").map((reason) => textIn({ reason }, "reason")),
	};
};

const readEvent = (row: RawRow, isBot: boolean) => {
	const visitor = hexIn(row, "user_id");
	const session = isBot ? "" : hexIn(row, "session_id");
	const occurredAt = timeOf(row["timestamp"]);
	if (occurredAt === undefined) return invalidFor("timestamp is not a valid time");
	if (!HEX.test(visitor)) return invalidFor("user_id is not 16 hex characters");
	if (!isBot && !HEX.test(session)) return invalidFor("session_id is not 16 hex characters");
	if (textIn(row, "event_id") === "") return invalidFor("event_id is missing");
	if (!TYPES.has(textIn(row, "type"))) return invalidFor("unknown type");
	const event: Record<string, unknown> = { v: 1, site: 0, visitor };
	for (const field of fields) {
		const value = valueIn(row, field);
		if (value !== undefined) event[field.name] = value;
	}
	event["receivedAt"] = occurredAt;
	// Money without an amount or a currency that is known here is none.
	if (event["revenue"] === undefined || currencyOf(event["currency"]) === undefined) {
		delete event["revenue"];
		delete event["currency"];
	}
	if (isBot) event["bot"] = verdictOf(row);
	return readingOf({ events: [{ event: event as unknown as QueuedEvent, session }] });
};

const readTrait: ReadRow = (row) => {
	const [user, key] = [textIn(row, "user_id"), textIn(row, "key")];
	const at = timeOf(row["written_at"]);
	if (user === "" || key === "" || at === undefined)
		return invalidFor("a trait without user_id, key or written_at");
	return readingOf({ traits: [{ user, key, value: textIn(row, "value"), at }] });
};

const readDevice: ReadRow = (row) => {
	const [device, user] = [hexIn(row, "device"), textIn(row, "user_id")];
	const at = timeOf(row["linked_at"]);
	if (!HEX.test(device) || at === undefined)
		return invalidFor("a device whose id is not 16 hex characters, or without linked_at");
	return readingOf({ devices: [{ device, user, at }] });
};

const readFigure: ReadRow = (row) => {
	const date = textIn(row, "date").slice(0, 10);
	if (Number.isNaN(Date.parse(date))) return invalidFor("a figure without a valid date");
	return figureIn({
		date,
		dimension: textIn(row, "dimension"),
		value: textIn(row, "value"),
		visitors: countIn(row, "visitors"),
		visits: countIn(row, "visits"),
		pageviews: countIn(row, "pageviews"),
		bounces: countIn(row, "bounces"),
		durationSeconds: countIn(row, "duration_seconds"),
		events: countIn(row, "events"),
		...textCellsIn(row, ["platform"]),
	});
};

const readSearch: ReadRow = (row) => {
	const date = textIn(row, "date").slice(0, 10);
	if (Number.isNaN(Date.parse(date))) return invalidFor("a search figure without a valid date");
	const value = {
		date,
		dimension: textIn(row, "dimension"),
		value: textIn(row, "value"),
		clicks: countIn(row, "clicks"),
		impressions: countIn(row, "impressions"),
		positions: Math.max(0, numberIn(row, "positions") ?? 0),
	};
	return readingOf({ searches: [value] });
};

const definition =
	(kind: DefinitionKind): ReadRow =>
	(row) =>
		readingOf({ definitions: [{ kind, content: storableRow(row) }] });

/** Kind of line → its reader. Kinds that are not imported have the reason instead. */
const READERS: Readonly<Record<string, ReadRow>> = {
	event: (row) => readEvent(row, false),
	bot: (row) => readEvent(row, true),
	trait: readTrait,
	device: readDevice,
	figure: readFigure,
	search: readSearch,
	session: () => skippedFor("sessions, which are derived from the events again"),
	replay: () => skippedFor("recordings, which are not imported"),
	export: () => emptyReading,
	...Object.fromEntries(DEFINITION_KINDS.map((kind) => [kind, definition(kind)])),
};

/** A line of this product's own export: `kind` is the kind of line. */
export const readFootfall: ReadRow = (row) => {
	const kind = textIn(row, "kind");
	const read = Object.hasOwn(READERS, kind) ? READERS[kind] : undefined;
	if (read !== undefined) return read(row);
	return invalidFor(
		kind === "" ? "kind is missing: this is not a line of an export" : "unknown kind",
	);
};
