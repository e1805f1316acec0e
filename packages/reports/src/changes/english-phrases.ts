import type { Phrases } from "./phrases.ts";

const COUNTED: Readonly<Record<string, readonly [one: string, many: string]>> = {
	sessions: ["session", "sessions"],
	users: ["user", "users"],
	pageviews: ["page view", "page views"],
	events: ["event", "events"],
	errors: ["error", "errors"],
	orders: ["order", "orders"],
	conversions: ["conversion", "conversions"],
};
const FIGURES: Readonly<Record<string, string>> = {
	bounce_rate: "The bounce rate",
	session_duration: "The mean session duration",
	views_per_session: "The number of views per session",
	revenue: "Revenue",
	conversion_rate: "The conversion rate",
};
/** Countries whose names have an article. */
const WITH_ARTICLE = /^(AE|BS|CD|CF|DO|FO|GB|GM|IM|KM|KY|MH|MV|NL|PH|SC|SB|US|VA|VI)$/;
const DEVICES: Readonly<Record<string, string>> = {
	Mobile: "phones",
	Tablet: "tablets",
	Desktop: "computers",
	TV: "television sets",
};

const countries = new Intl.DisplayNames("en", { type: "region" });
const languages = new Intl.DisplayNames("en", { type: "language" });
const named = (names: Intl.DisplayNames, code: string) => {
	try {
		return names.of(code) ?? code;
	} catch {
		return code;
	}
};

const quoted = (text: string) => `“${text}”`;

/** In the order in which they are told. */
const QUALIFIERS: Readonly<Record<string, (value: string) => string>> = {
	error: (value) => `with the message ${quoted(value)}`,
	event_name: (value) => `named ${quoted(value)}`,
	pathname: (value) => `on the page ${value}`,
	country: (value) => `from ${WITH_ARTICLE.test(value) ? "the " : ""}${named(countries, value)}`,
	region: (value) => `from the region ${value}`,
	city: (value) => `from ${value.split("-").slice(2).join("-") || value}`,
	channel: (value) => `through the channel ${value}`,
	referrer: (value) => `referred by ${value}`,
	utm_campaign: (value) => `of the campaign ${quoted(value)}`,
	utm_source: (value) => `of the source ${quoted(value)}`,
	utm_medium: (value) => `of the medium ${quoted(value)}`,
	utm_content: (value) => `of the campaign content ${quoted(value)}`,
	utm_term: (value) => `of the campaign term ${quoted(value)}`,
	entry_page: (value) => `entering at ${value}`,
	hostname: (value) => `on ${value}`,
	browser: (value) => `with ${value}`,
	browser_version: (value) => `with ${value}`,
	operating_system: (value) => `on ${value}`,
	operating_system_version: (value) => `on ${value}`,
	device_type: (value) => `on ${DEVICES[value] ?? value}`,
	language: (value) => `with the language ${named(languages, value)}`,
	release: (value) => `of the release ${value}`,
	app_version: (value) => `of the version ${value}`,
	asn_org: (value) => `from the network ${value}`,
};

const of = (subject: string | undefined) => (subject === undefined ? "" : ` of ${quoted(subject)}`);
const headOf = (kind: string, isOne: boolean) => COUNTED[kind]?.[isOne ? 0 : 1] ?? "sessions";
const started = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const after = (since: string | undefined) => (since === undefined ? "" : `, ${since}`);
const withPercent = (percent: string | undefined) => (percent === undefined ? "" : ` (${percent})`);

export const ENGLISH: Phrases = {
	locale: "en-GB",
	count: ({ kind, subject, number, isMore, percent, than }) =>
		`${started(headOf(kind, false))}${of(subject)} ${isMore ? "rose" : "fell"} by ${number}${withPercent(percent)} against ${than}.`,
	figure: ({ kind, subject, by, to, percent, isMore, than }) =>
		`${FIGURES[kind] ?? kind}${of(subject)} ${isMore ? "rose" : "fell"} by ${by}${withPercent(percent)} to ${to} against ${than}.`,
	same: (kind, subject, than) =>
		`${FIGURES[kind] ? `${FIGURES[kind]}${of(subject)} is` : `${started(headOf(kind, false))}${of(subject)} are`} the same as in ${than}.`,
	than: (compare, days) => {
		if (compare === "month" || compare === "year") return `the same days a ${compare} before`;
		if (compare !== "previous") return "the period chosen for comparison";
		if (days === 1) return "the day before";
		if (days === 7) return "the week before";
		return days === undefined ? "the same length of time before" : `the ${days} days before`;
	},
	usual: "That is no more than usual.",
	qualifiers: (dimensions) =>
		Object.entries(QUALIFIERS)
			.flatMap(([name, phrase]) =>
				dimensions[name] === undefined ? [] : [phrase(dimensions[name])],
			)
			.join(" "),
	part: ({ kind, number, isOne, isWith, isMore, who, since }) =>
		isWith
			? `${number} of it ${isOne ? `is one ${headOf(kind, true)}` : `are ${headOf(kind, false)}`} ${who}${after(since)}.`
			: `By contrast, there ${isOne ? "was" : "were"} ${number} ${isMore ? "more" : "fewer"} ${headOf(kind, isOne)} ${who}${after(since)}.`,
	partOfFigure: ({ kind, number, isOne, isWith, isMore, who, mix, rate, since }) => {
		const head = kind === "revenue" ? "orders" : "sessions";
		const parts =
			mix === undefined || rate === undefined
				? ""
				: ` (${rate} from their own rate, ${mix} from their share of all sessions)`;
		return isWith
			? `${number} of it ${isOne || kind === "revenue" ? "comes" : "come"} from ${head} ${who}${parts}${after(since)}.`
			: `By contrast, ${head} ${who} ${isMore ? "raised" : "lowered"} it by ${number}${parts}${after(since)}.`;
	},
	spread: "No part stands out: it is spread over all of them.",
	rest: (number) => `The rest, ${number}, is spread over all others.`,
	since: (day, hour) => (hour === undefined ? `since ${day}` : `since ${hour} on ${day}`),
	beside: (kind, title, day, until) =>
		({
			annotation: `There is a note of ${day}: ${quoted(title)}.`,
			deploy: `There was a deployment on ${day}: ${quoted(title)}.`,
			gap: `No events arrived from ${day} to ${until}.`,
			alert: `There was an alert on ${day}: ${quoted(title)}.`,
			error: `A new error appeared on ${day}: ${quoted(title)}.`,
		})[kind],
	difference: (number, type, isOne) => {
		if (type === "percent" || type === "fraction") return `${number} ${isOne ? "point" : "points"}`;
		return type === "seconds" ? `${number} ${isOne ? "second" : "seconds"}` : number;
	},
	value: (number, type) => {
		if (type === "percent" || type === "fraction") return `${number} %`;
		return type === "seconds" ? `${number} seconds` : number;
	},
};
