import { shownHost } from "@footfall/shared/text/shown-host";
import { shownPath } from "@footfall/shared/text/shown-path";
import type { AnswerTo } from "../../../api/site-reports.ts";
import { isolated } from "../../../i18n/isolated.ts";

type SessionAnswer = AnswerTo<"sessions/{sessionId}">["data"];
export type SessionRow = SessionAnswer["session"];
export type SessionEvent = SessionAnswer["events"][number];

/** The kind of an entry, with its icon and name. */
export type EntryKind =
	| "page"
	| "event"
	| "click"
	| "link"
	| "form"
	| "copy"
	| "input"
	| "error"
	| "other";

const KIND_OF: Readonly<Record<string, EntryKind>> = {
	pageview: "page",
	custom_event: "event",
	button_click: "click",
	outbound: "link",
	form_submit: "form",
	copy: "copy",
	input_change: "input",
	error: "error",
};

export interface TimelineEntry {
	/** Its index among the events of the session. */
	index: number;
	kind: EntryKind;
	/** In ms since the epoch. */
	at: number;
	/** In ms since the session began. */
	offset: number;
	/** The subject: the path, the event's name, the button's text. */
	subject: string;
	/** Shown after the subject in grey: properties, or the message of an error. */
	note: string;
	/** All known details, by their names in the API. */
	details: readonly (readonly [name: string, value: string])[];
}

/** A gap without events. */
export interface TimelineGap {
	/** In seconds. */
	gap: number;
	/** The index of the entry after it. */
	before: number;
}

/** A shorter gap counts as reading. */
const GAP_MS = 90_000;

const textOf = (value: unknown): string =>
	typeof value === "string" ? value : (JSON.stringify(value) ?? "");

const first = (props: Readonly<Record<string, unknown>>, ...names: string[]): string => {
	for (const name of names) {
		const value = props[name];
		if (value !== undefined && value !== null && value !== "") return textOf(value);
	}
	return "";
};

/** `https://github.com/quill` → `github.com/quill`. */
export const withoutScheme = (url: string): string =>
	url.replace(/^https?:\/\//, "").replace(/\/$/, "");

const propsText = (props: Readonly<Record<string, unknown>>): string =>
	Object.entries(props)
		.map(([name, value]) => `${isolated(name)}: ${isolated(textOf(value))}`)
		.join(", ");

const SUBJECT: Readonly<
	Record<EntryKind, (event: SessionEvent) => [subject: string, note: string]>
> = {
	page: ({ pathname, page_title }) => [shownPath(pathname), page_title],
	event: ({ event_name, props }) => [event_name, propsText(props)],
	click: ({ event_name, props }) => [first(props, "text", "name", "id") || event_name, ""],
	link: ({ props }) => [withoutScheme(first(props, "url")), first(props, "text")],
	form: ({ props }) => [first(props, "formName", "formId", "formAction"), ""],
	copy: ({ props }) => [first(props, "text"), ""],
	input: ({ props }) => [first(props, "inputName", "element"), ""],
	error: ({ event_name, props }) => [event_name, first(props, "message")],
	other: ({ event_name, type, props }) => [event_name || type, propsText(props)],
};

const detailsOf = (event: SessionEvent): [string, string][] => {
	const { hostname, pathname, querystring, page_title, referrer, props } = event;
	const about: [string, string][] = [
		["page", shownHost(hostname) + shownPath(pathname) + querystring],
		["title", page_title],
		["referrer", referrer],
	];
	return [
		...Object.entries(props).map(([name, value]): [string, string] => [name, textOf(value)]),
		...about,
	].filter(([, value]) => value !== "");
};

/**
 * The events of a session with the gaps between them, oldest first.
 * @param start when the session began, in ms since the epoch
 */
export const timelineOf = (
	events: readonly SessionEvent[],
	start: number,
): (TimelineEntry | TimelineGap)[] => {
	let before = Number.NaN;
	return events.flatMap((event, index) => {
		const at = Date.parse(event.timestamp);
		const kind = KIND_OF[event.type] ?? "other";
		const [subject, note] = SUBJECT[kind](event);
		const entry = { index, kind, at, offset: at - start, subject, note, details: detailsOf(event) };
		const silence = at - before;
		before = at;
		return silence >= GAP_MS ? [{ gap: silence / 1000, before: index }, entry] : [entry];
	});
};

export const isGap = (one: TimelineEntry | TimelineGap): one is TimelineGap => "gap" in one;

export const entriesOf = (timeline: readonly (TimelineEntry | TimelineGap)[]): TimelineEntry[] =>
	timeline.filter((one): one is TimelineEntry => !isGap(one));

/** The number of entries by kind: pages, custom events, errors. */
export const countsOf = (entries: readonly TimelineEntry[]) => ({
	pages: entries.filter(({ kind }) => kind === "page").length,
	errors: entries.filter(({ kind }) => kind === "error").length,
	events: entries.filter(({ kind }) => kind !== "page" && kind !== "error").length,
});
