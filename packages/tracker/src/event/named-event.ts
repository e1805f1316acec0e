import { MAX_LENGTH } from "@footfall/shared/limits";
import { partsOf } from "../browser/page-address.ts";
import { propertiesJson } from "./event-properties.ts";
import type { BeforeSend, EventType, Measures, OutgoingEvent } from "./outgoing-event.ts";
import type { Filter, LateText, Payload } from "./recorder.ts";

/** By number; see `event-kinds.ts`. */
const NAMES =
	" pageview custom_event outbound error button_click copy form_submit input_change engagement".split(
		" ",
	);

/** A payload with its names: measures, and properties as they would go over the wire or before that. */
const named = (type: string, payload: Payload): Measures & { properties?: unknown } => {
	if (typeof payload === "string") return { properties: payload && JSON.parse(payload) };
	if (!Array.isArray(payload)) {
		const { properties, ...measures } = payload as Measures & { properties?: string };
		return { ...measures, properties: properties && JSON.parse(properties) };
	}
	const [first, second, third] = payload;
	const more = third && type !== "outbound" ? JSON.parse(third) : undefined;
	if (type === "outbound")
		return {
			properties: { url: first.slice(0, 1500), text: second.slice(0, 100), target: third || "_self" },
		};
	if (type === "error")
		return {
			properties: {
				message: first.slice(0, 500),
				stack: second.slice(0, 2000) || undefined,
				...more,
			},
		};
	return {
		ms_visible: Math.round(first),
		scroll_depth: Math.min(100, Math.round(second)),
		properties: more,
	};
};

/** Shows each event to `beforeSend`, with the names that its fields have in the documented form. */
export const through = (beforeSend: BeforeSend): Filter => [
	(record) => (kind, address, title, referrer, tag, event_name, payload) => {
		const type = (NAMES[kind as number] ?? kind) as EventType;
		const [pathname, querystring] = partsOf(address as string);
		const page_title = (title as LateText).toJSON();
		const event = beforeSend({
			properties: undefined,
			...named(type, payload),
			type,
			event_name,
			pathname,
			querystring,
			page_title,
			referrer,
			tag: tag || undefined,
		} as OutgoingEvent);
		if (!event) return;
		const {
			type: told,
			event_name: name,
			properties,
			pathname: path,
			querystring: query,
			page_title: words,
			referrer: from,
			tag: mark = "",
			...measures
		} = event;
		record(
			told,
			[path, query],
			words === page_title ? title : words,
			from,
			mark,
			name,
			{ ...measures, properties: propertiesJson(
					properties,
					told === "error" ? MAX_LENGTH.errorProperties : MAX_LENGTH.properties,
				) },
		);
	},
	beforeSend,
];
