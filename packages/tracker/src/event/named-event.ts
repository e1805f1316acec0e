import { MAX_LENGTH } from "@footfall/shared/limits";
import { partsOf } from "../browser/page-address.ts";
import { propertiesJson } from "./event-properties.ts";
import type { BeforeSend, EventType } from "./outgoing-event.ts";
import type { Filter, LateText, Payload } from "./recorder.ts";

/** By number; see `event-kinds.ts`. */
const NAMES =
	" pageview custom_event outbound error button_click copy form_submit input_change engagement".split(
		" ",
	);

const cut = (text: unknown, length: number) => `${text}`.slice(0, length);

const parsed = (json: unknown): object => (json ? JSON.parse(json as string) : {});

/** Measures and properties of a payload, by their names. */
const named = (type: string, payload: Payload): object => {
	if (typeof payload === "string") return payload ? { properties: parsed(payload) } : {};
	const [first, second, third] = payload;
	if (typeof first === "object") return { ...first, ...(second && { properties: parsed(second) }) };
	if (type === "engagement")
		return {
			ms_visible: Math.round(first as number),
			scroll_depth: Math.min(100, Math.round(second as number)),
			...(third && { properties: parsed(third) }),
		};
	return {
		properties:
			type === "outbound"
				? { url: cut(first, 1500), text: cut(second, 100), target: third || "_self" }
				: { ...parsed(third), message: cut(first, 500), stack: cut(second, 2000) || undefined },
	};
};

/** Shows each event to `beforeSend`, with the names that its fields have in the documented form. */
export const through =
	(beforeSend: BeforeSend): Filter =>
	([kind, pageId, sequence, address, , title, referrer, tag, userId, event_name, payload]) => {
		const type = (NAMES[kind as number] ?? kind) as EventType;
		const [pathname, querystring] = partsOf(address);
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
		});
		if (!event) return undefined;
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
		return [
			told,
			pageId,
			sequence,
			path,
			query,
			words === page_title ? title : words,
			from,
			mark,
			userId,
			name,
			[
				measures,
				propertiesJson(
					properties,
					told === "error" ? MAX_LENGTH.errorProperties : MAX_LENGTH.properties,
				),
			],
		];
	};
