/** One request in an access log. Unknown texts are "". */
export interface LogEntry {
	/** The client's address as written in the log. */
	address: string;
	/** ms since the epoch. */
	time: number;
	/** The requested host, without port; most formats do not have it. */
	host: string;
	pathname: string;
	/** Includes its "?"; "" when there is none. */
	querystring: string;
	referrer: string;
	userAgent: string;
}

/** An entry, or why the line is not one. The reason never quotes the line, which may identify people. */
export type ReadLine = LogEntry | { refused: string };

/** Logs write a dash for a missing value. */
export const dashAsEmpty = (text: string | undefined): string =>
	text === undefined || text === "-" ? "" : text;

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const LOG_TIME = /^(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}):(\d{2}):(\d{2}) ([+-])(\d{2})(\d{2})$/;

/** `10/Oct/2026:13:55:36 +0200` in ms since the epoch; `undefined` for other text. */
export const logTimeOf = (text: string): number | undefined => {
	const [, day, month = "", year, hour, minute, second, sign, zoneHours, zoneMinutes] =
		LOG_TIME.exec(text) ?? [];
	const index = MONTHS.indexOf(month);
	if (index === -1) return undefined;
	const local = Date.UTC(
		Number(year),
		index,
		Number(day),
		Number(hour),
		Number(minute),
		Number(second),
	);
	const offsetMinutes = Number(zoneHours) * 60 + Number(zoneMinutes);
	return local - (sign === "-" ? -1 : 1) * offsetMinutes * 60_000;
};

const withoutPort = (host: string) => host.replace(/:\d+$/, "").toLowerCase();

/** The parts of a requested path, or of a full URL as proxies and HTTP/2 logs write it. */
export const targetOf = (
	target: string,
	host: string,
): Pick<LogEntry, "host" | "pathname" | "querystring"> => {
	if (/^https?:\/\//i.test(target) && URL.canParse(target)) {
		const { hostname, pathname, search } = new URL(target);
		return { host: hostname, pathname, querystring: search };
	}
	const query = target.indexOf("?");
	return {
		host: withoutPort(dashAsEmpty(host)),
		pathname: query === -1 ? target : target.slice(0, query),
		querystring: query === -1 ? "" : target.slice(query),
	};
};

/** The target of `GET /path HTTP/1.1`; "" for text that is not a request, such as a scanner's bytes. */
export const targetIn = (request: string): string => {
	const start = request.indexOf(" ") + 1;
	const end = request.lastIndexOf(" HTTP/");
	return start === 0 ? "" : request.slice(start, end > start ? end : undefined);
};
