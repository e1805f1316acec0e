import { ENVELOPE_VERSION, EVENT_GROUPS } from "@footfall/shared/envelope/record-envelope";
import type { Row } from "./stored-rows.ts";

const iso = (ms: unknown) => new Date(ms as number).toISOString();

const picked = (row: Row, names: readonly string[]) =>
	Object.fromEntries(
		names
			.filter((name) => row[name] !== undefined && row[name] !== null)
			.map((name) => [name, row[name]]),
	);

/** The envelope of a stored event, with its session; groups have the selected columns alone. */
export const envelopeOfRow = (row: Row): Record<string, unknown> => {
	const { event_id, site_id, type, timestamp, received_at, session_id, properties } = row;
	const money = row["currency"] || row["order_id"] ? picked(row, EVENT_GROUPS.money) : undefined;
	const measures = picked(row, EVENT_GROUPS.measures);
	return {
		...{ v: ENVELOPE_VERSION, id: event_id, site: site_id, type },
		...picked(row, ["event_name"]),
		...{ at: iso(timestamp), received_at: iso(received_at) },
		person: picked(row, EVENT_GROUPS.person),
		...(session_id ? { session: session_id } : {}),
		page: picked(row, EVENT_GROUPS.page),
		properties: typeof properties === "string" ? JSON.parse(properties) : {},
		context: picked(row, EVENT_GROUPS.context),
		...(money && { money }),
		...(Object.keys(measures).length > 0 && { measures }),
		...(row["is_bot"] === true && { bot: picked(row, ["bot_name", "bot_category"]) }),
	};
};
