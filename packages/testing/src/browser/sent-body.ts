import { isCompact, readCompactBody } from "@footfall/gateway/compact-body";
import { ClientEvent, type ClientEventType } from "@footfall/shared/event";
import { ClientIdentify } from "@footfall/shared/identify";

/** An identify with its time on the page, in ms since the epoch. */
export type SentIdentify = ClientIdentify & { timestamp: number };

/** What a tracker has sent in one body, in either form. */
export interface SentBody {
	isCompact: boolean;
	sentAt: number;
	/** As received, unvalidated, without the time of sending, which differs in a retry. */
	events: readonly Record<string, unknown>[];
	identifies: readonly Record<string, unknown>[];
}

/** Fields that the compact form omits when they are empty, but the documented forms include. */
const NO_TEXTS = { event_name: "", querystring: "", page_title: "", referrer: "" };

const isEvent = (entry: Record<string, unknown>): boolean => entry["type"] !== undefined;

/** Reads a body of `/api/track` or `/api/identify`: the tracker's compact form as the gateway does, or a documented one. */
export const readSentBody = (body: string): SentBody => {
	const value = JSON.parse(body);
	const compact = isCompact(value) ? readCompactBody(value, () => true) : undefined;
	const listed = Array.isArray(value) ? value : (value.events ?? [value]);
	const decoded = compact?.entries.map((entry) => compact.decode(entry).candidate) ?? listed;
	// As in JSON: without undefined fields.
	const entries: Record<string, unknown>[] = JSON.parse(JSON.stringify(decoded));
	return {
		isCompact: compact !== undefined,
		sentAt: compact === undefined ? value.sent_at : value[1],
		events: entries.filter(isEvent).map(({ sent_at: _, ...event }) => ({ ...NO_TEXTS, ...event })),
		identifies: entries.filter((entry) => !isEvent(entry)),
	};
};

/** The part of a body that the schemas accept, and the reasons for rejecting the rest. */
export const checkSentBody = ({ events, identifies }: SentBody) => {
	const reasons: string[] = [];
	const accepted: ClientEvent[] = [];
	const identified: SentIdentify[] = [];
	for (const event of events) {
		const { data, error } = ClientEvent.safeParse(event);
		if (data) accepted.push(data);
		else reasons.push(error.message);
	}
	for (const identify of identifies) {
		const { data, error } = ClientIdentify.safeParse(identify);
		if (data) identified.push({ ...data, timestamp: Number(identify["timestamp"]) });
		else reasons.push(error.message);
	}
	return { accepted, identified, reasons };
};

/** Whether a request contains an event of a type, whether or not it was accepted. */
export const brings =
	(type: ClientEventType) =>
	({ path, body }: { path: string; body: string }): boolean =>
		path === "/api/track" && readSentBody(body).events.some((event) => event["type"] === type);
