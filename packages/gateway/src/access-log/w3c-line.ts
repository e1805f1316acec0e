import { dashAsEmpty, type ReadLine, targetOf } from "./log-entry.ts";

/** The fields of a log in W3C's extended format, as its last `#Fields` line names them. */
export type W3cFields = readonly string[];

const DIRECTIVE = "#Fields:";

/** The fields that a line declares for the lines after it; `undefined` for any other line. */
export const w3cFieldsIn = (line: string): W3cFields | undefined =>
	line.startsWith(DIRECTIVE)
		? line.slice(DIRECTIVE.length).trim().toLowerCase().split(/\s/).filter(Boolean)
		: undefined;

const decoded = (text: string): string => {
	if (!text.includes("%")) return text;
	try {
		return decodeURIComponent(text);
	} catch {
		// Percent signs that are not UTF-8: the text stays as it came.
		return text;
	}
};

/** CloudFront escapes its input, including percent signs. */
const readableInTabs = (text: string) => decoded(decoded(text));
/** IIS writes a plus for a blank. */
const readableInBlanks = (text: string) => text.replaceAll("+", " ");

/** Reads a line of IIS, or of CloudFront, whose values are separated by tabs and escaped. Times are UTC. */
export const readW3cLine = (line: string, fields: W3cFields): ReadLine => {
	const isTabbed = line.includes("\t");
	const readable = isTabbed ? readableInTabs : readableInBlanks;
	const values = line.trimEnd().split(isTabbed ? "\t" : " ");
	if (values.length !== fields.length)
		return { refused: "a different number of values than the #Fields line has names" };
	const textOf = (...names: string[]): string | undefined => {
		const index = names.map((name) => fields.indexOf(name)).find((found) => found !== -1);
		return index === undefined ? undefined : values[index];
	};
	const userAgent = textOf("cs(user-agent)");
	if (userAgent === undefined)
		return { refused: "#Fields has no cs(User-Agent): add it to the log" };
	const path = textOf("cs-uri-stem", "cs-uri");
	if (path === undefined) return { refused: "#Fields has no cs-uri-stem: add it to the log" };
	const time = Date.parse(`${textOf("date")}T${textOf("time")}Z`);
	if (Number.isNaN(time)) return { refused: "date and time are not like 2026-10-10 13:55:36" };
	const query = dashAsEmpty(textOf("cs-uri-query"));
	return {
		address: dashAsEmpty(textOf("c-ip")),
		time,
		...targetOf(
			query === "" ? path : `${path}?${query}`,
			textOf("x-host-header", "cs-host", "cs(host)") ?? "",
		),
		referrer: readable(dashAsEmpty(textOf("cs(referer)"))),
		userAgent: readable(dashAsEmpty(userAgent)),
	};
};
