import { countedRows, grouped, type ReferenceQuery, ranked, shares } from "./expected.ts";
import type { SiteEvent } from "./random-site.ts";
import { bucketStart, hex, inOrder, personOf, textOf } from "./semantics.ts";

/** Custom events, captured events and errors, computed naively. */

const meantOf = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	type: string,
	inLists = false,
) => inOrder(countedRows(events, question, inLists)).filter((event) => event.type === type);
const propertiesOf = ({ properties }: SiteEvent): Record<string, unknown> =>
	properties === "" ? {} : JSON.parse(properties);
const printed = (at: number) => new Date(at).toISOString();
const latestOf = (events: readonly SiteEvent[]) => printed(Math.max(...events.map(({ at }) => at)));

/** Custom events by name. */
export const eventNames = (events: readonly SiteEvent[], question: ReferenceQuery) => {
	const named = meantOf(events, question, "custom_event").filter(
		({ eventName }) => eventName !== "",
	);
	return ranked(
		grouped(named, ({ eventName }) => eventName).map(([value, here]) => ({
			value,
			count: here.length,
		})),
	);
};

/** The same with the sessions and users of each. */
export const eventNamesWithPeople = (events: readonly SiteEvent[], question: ReferenceQuery) =>
	eventNames(events, question).map(({ value, count }) => {
		const here = meantOf(events, question, "custom_event").filter(
			({ eventName }) => eventName === value,
		);
		return {
			eventName: value,
			count,
			sessions: new Set(here.map(({ session }) => session)).size,
			users: new Set(here.map(personOf)).size,
		};
	});

/** The most frequent custom events by bucket. */
export const eventSeries = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	bucket: string,
	most: number,
) => {
	const names = eventNames(events, question)
		.slice(0, most)
		.map(({ value }) => value);
	const shown = meantOf(events, question, "custom_event").filter(({ eventName }) =>
		names.includes(eventName),
	);
	const buckets = grouped(shown, ({ at }) => bucketStart(at, bucket, question.timeZone));
	return buckets
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.flatMap(([time, here]) =>
			ranked(
				grouped(here, ({ eventName }) => eventName).map(([value, same]) => ({
					value,
					count: same.length,
				})),
			).map(({ value, count }) => ({ time, event_name: value, event_count: count })),
		);
};

const byText = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** Property values: a text unchanged, anything else as JSON. */
export const eventProperties = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	eventName: string,
) => {
	const pairs = meantOf(events, question, "custom_event")
		.filter((event) => event.eventName === eventName)
		.flatMap((event) => Object.entries(propertiesOf(event)))
		.filter(([, value]) => value !== null)
		.map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]);
	return grouped(pairs, (pair) => JSON.stringify(pair))
		.map(([pair, here]) => {
			const [propertyKey, propertyValue] = JSON.parse(pair) as [string, string];
			return { propertyKey, propertyValue, count: here.length };
		})
		.sort(
			(one, other) =>
				byText(one.propertyKey, other.propertyKey) ||
				other.count - one.count ||
				byText(one.propertyValue, other.propertyValue),
		);
};

/** The properties that name a captured event; the first non-empty one is used. */
const NAMED_BY: Readonly<Record<string, readonly string[]>> = {
	outbound: ["url"],
	button_click: ["text"],
	copy: ["text"],
	form_submit: ["formName", "formId", "formAction"],
};

/** Captured events of one type, by name. */
export const captured = (events: readonly SiteEvent[], question: ReferenceQuery, type: string) => {
	const nameOf = (event: SiteEvent) =>
		(NAMED_BY[type] ?? [])
			.map((name) => String(propertiesOf(event)[name] ?? ""))
			.find((text) => text !== "") ?? "";
	const named = meantOf(events, question, type).filter((event) => nameOf(event) !== "");
	return ranked(
		grouped(named, nameOf).map(([value, here]) => ({
			value,
			count: here.length,
			last: latestOf(here),
		})),
	);
};

const messageOf = (event: SiteEvent) => String(propertiesOf(event)["message"] ?? "");

const countsOf = (errors: readonly SiteEvent[]) => ({
	count: errors.length,
	sessionCount: new Set(errors.map(({ session }) => session)).size,
	userCount: new Set(errors.map(personOf)).size,
});

/** Errors by message; if one message has several names, the latest occurrence's name is used. */
export const errorNames = (events: readonly SiteEvent[], question: ReferenceQuery) => {
	const told = meantOf(events, question, "error").filter((event) => messageOf(event) !== "");
	return shares(
		grouped(told, messageOf).map(([value, here]) => ({
			value,
			errorName: here.at(-1)?.eventName,
			...countsOf(here),
		})),
	);
};

/** The errors of a message, or all that have one. */
const toldOf = (events: readonly SiteEvent[], question: ReferenceQuery, message?: string) =>
	meantOf(events, question, "error").filter((event) =>
		message === undefined ? messageOf(event) !== "" : messageOf(event) === message,
	);

/** The figures of all errors, or of one. */
export const errorFigures = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	message?: string,
) => {
	const told = toldOf(events, question, message);
	return { ...countsOf(told), messages: new Set(told.map(messageOf)).size };
};

/** All errors, or one, by the values of a dimension. */
export const errorsBy = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	dimension: string,
	message?: string,
) => {
	const known = toldOf(events, question, message).filter(
		(event) => textOf(event, dimension) !== "",
	);
	return shares(
		grouped(known, (event) => textOf(event, dimension)).map(([value, here]) => ({
			value,
			...countsOf(here),
		})),
	);
};

/** When an error, or any, occurred first and last, regardless of the query. */
export const errorSeen = (events: readonly SiteEvent[], message?: string) => {
	const times = events
		.filter(
			(event) =>
				event.type === "error" &&
				(message === undefined ? messageOf(event) !== "" : messageOf(event) === message),
		)
		.map(({ at }) => at);
	if (times.length === 0) return {};
	return { firstSeen: printed(Math.min(...times)), lastSeen: printed(Math.max(...times)) };
};

/** Occurrences of one error, newest first. */
export const errorOccurrences = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	message: string,
) =>
	meantOf(events, question, "error", true)
		.filter((event) => messageOf(event) === message)
		.reverse()
		.map((event) => {
			const { stack = "", fileName, lineNumber, columnNumber } = propertiesOf(event);
			return {
				timestamp: printed(event.at),
				session_id: hex(event.session),
				user_id: hex(event.user),
				pathname: event.pathname,
				hostname: event.hostname,
				page_title: event.pageTitle,
				referrer: event.referrer,
				browser: event.browser,
				browser_version: event.browserVersion,
				operating_system: event.operatingSystem,
				operating_system_version: event.operatingSystemVersion,
				device_type: event.deviceType,
				country: event.country,
				city: event.city,
				region: event.region,
				message,
				stack,
				fileName: fileName ?? null,
				lineNumber: lineNumber ?? null,
				columnNumber: columnNumber ?? null,
			};
		});

/** @param times every bucket of the range; empty for an open range, whose series has the buckets with an error */
export const errorSeries = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	message: string | undefined,
	bucket: string,
	times: readonly string[],
) => {
	const at = toldOf(events, question, message).map((event) =>
		bucketStart(event.at, bucket, question.timeZone),
	);
	const shown = times.length > 0 ? times : [...new Set(at)];
	return [...shown].sort().map((time) => ({
		time,
		error_count: at.filter((one) => one === time).length,
	}));
};
