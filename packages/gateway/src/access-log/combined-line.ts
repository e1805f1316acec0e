import { plainAddress } from "../ip/plain-address.ts";
import {
	dashAsEmpty,
	type LogEntry,
	logTimeOf,
	type ReadLine,
	targetIn,
	targetOf,
} from "./log-entry.ts";

/** A regular expression for quoted text that may contain escaped quotes. */
export const QUOTED = '"((?:[^"\\\\]|\\\\.)*)"';
/** From the time on: `time] "request" status bytes "referer" "agent"`, and anything that an operator appends. */
const REST = new RegExp(
	`^([^\\]]{1,40})\\] ${QUOTED} (?:\\d{3}|-) (?:\\d+|-)(?: ${QUOTED} ${QUOTED})?`,
);

/** nginx writes `\x22`, Apache `\"`. */
export const unescaped = (text: string): string =>
	text.includes("\\")
		? text
				.replace(/(?:\\x[0-9a-f]{2})+/gi, (run) =>
					Buffer.from(run.replaceAll("\\x", ""), "hex").toString(),
				)
				.replace(/\\(["\\])/g, "$1")
		: text;

/** The client's address, and in Apache's `vhost_combined` the host. A name in place of the address is an unknown address. */
const clientAndHostOf = (head: string): Pick<LogEntry, "address" | "host"> | undefined => {
	const [first = "", second = "", ...more] = head.split(" ");
	if (more.length === 0) return undefined;
	// A host may be an address, too: the line then has one word more.
	return plainAddress(second) !== "" && (plainAddress(first) === "" || more.length > 1)
		? { address: second, host: first }
		: { address: first, host: "" };
};

/** What Traefik appends after the agent: number, router, server and duration. */
const TRAEFIK = /^ \d+ "[^"]*" "[^"]*" -?\d+ms/;

/** Reads the combined format of nginx and Apache, with or without the virtual host in front. */
export const readCombinedLine = (line: string): ReadLine => {
	const bracket = line.indexOf(" [");
	const sides = bracket === -1 ? undefined : clientAndHostOf(line.slice(0, bracket));
	if (sides === undefined)
		return { refused: "neither the combined format nor JSON, and no #Fields line before it" };
	const behind = line.slice(bracket + 2);
	const [whole = "", time, request, referrer, userAgent] = REST.exec(behind) ?? [];
	if (time === undefined || request === undefined)
		return { refused: "not the combined format after the address" };
	const at = logTimeOf(time);
	if (at === undefined) return { refused: "the time is not like 10/Oct/2026:13:55:36 +0200" };
	if (userAgent === undefined)
		return { refused: "no user agent: configure the server to log in the combined format" };
	// Without it, a person's request would look like a bot's.
	if (userAgent === "-" && TRAEFIK.test(behind.slice(whole.length)))
		return {
			refused:
				"no user agent: configure Traefik to keep it (accesslog.fields.headers.names.User-Agent=keep)",
		};
	return {
		address: sides.address,
		time: at,
		...targetOf(unescaped(targetIn(request)), sides.host),
		referrer: dashAsEmpty(unescaped(referrer ?? "")),
		userAgent: dashAsEmpty(unescaped(userAgent)),
	};
};
