import { QUOTED, unescaped } from "./combined-line.ts";
import { dashAsEmpty, logTimeOf, type ReadLine, targetOf } from "./log-entry.ts";

/**
 * `[time] cache status - GET https host "/path" [Client address] [Length 1] … "agent" "referrer"`, see Nginx Proxy
 * Manager's log formats.
 */
const LINE = new RegExp(
	`^\\[([^\\]]{1,40})\\] ([^"]{1,600}) ${QUOTED} \\[Client ([^\\]]{1,64})\\](?: \\[[^\\]]*\\])* ${QUOTED} ${QUOTED}`,
);

/** Reads a line of Nginx Proxy Manager. */
export const readProxyManagerLine = (line: string): ReadLine => {
	const [, time, head, target, address, userAgent, referrer] = LINE.exec(line) ?? [];
	if (time === undefined || head === undefined || target === undefined || address === undefined)
		return { refused: "begins with a time, but is not from Nginx Proxy Manager" };
	const at = logTimeOf(time);
	if (at === undefined) return { refused: "the time is not like 10/Oct/2026:13:55:36 +0200" };
	return {
		address,
		time: at,
		...targetOf(unescaped(target), head.slice(head.lastIndexOf(" ") + 1)),
		referrer: dashAsEmpty(unescaped(referrer ?? "")),
		userAgent: dashAsEmpty(unescaped(userAgent ?? "")),
	};
};
