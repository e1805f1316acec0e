import { listen } from "../browser/listen.ts";
import { reportError } from "../core/calls.ts";
import { onLeave, track } from "../core/tracker.ts";
import { describeError } from "../event/event-properties.ts";

/** The same error is reported at most once in this time, in case of a loop. */
const SAME_ERROR_MS = 60_000;
const MAX_REPORTS_PER_PAGE = 10;

const isWithin = (host: string, domain: string) => `.${host}`.endsWith(`.${domain}`);

/** Whether code comes from the page's own host, from below it, or from one of the given hosts and what is below them. */
const isOwn = (place: string, hosts: readonly string[]) => {
	const [host] = place.split(":") as [string];
	return (
		place === location.host ||
		// Another port is another application.
		(host !== location.hostname && isWithin(host, location.hostname.replace(/^www\./, ""))) ||
		hosts.some((own) => isWithin(host, own))
	);
};

/**
 * Reports uncaught errors and unhandled rejections of the site's own code. Suppressed repetitions, and errors from
 * elsewhere (extensions, other hosts than the given ones, opaque `Script error.`), are only counted; the counts are sent
 * with the page's engagement.
 */
export const reportErrors = (hosts: readonly string[] = []): void => {
	const reportedAt: Record<string, number> = {};
	let reports = 0;
	let suppressed = 0;
	let foreign = 0;

	listen<ErrorEvent & PromiseRejectionEvent>("error unhandledrejection", (event) => {
		const { reason, filename: fileName, lineno, colno } = event;
		// Errors of another origin's code must not be reported.
		const [name, message, stack] = describeError(event.error || reason, event.message);
		// Of the code that failed: of its file, else the first one in the stack below the message.
		const host = /\w:\/\/([^/\s]+)/.exec(fileName || stack.replace(message, ""))?.[1];
		const key = `${name}:${message}`;
		const now = Date.now();
		// Images and scripts that fail to load cause events of the same name, and so do observers that continue in the next
		// frame.
		if (event.target instanceof Element || /^ResizeObserver loop/.test(message)) return;
		if (host ? !isOwn(host, hosts) : /^Script error\.?$/.test(message)) foreign++;
		else if (reports >= MAX_REPORTS_PER_PAGE || now - (reportedAt[key] ?? 0) < SAME_ERROR_MS)
			suppressed++;
		else {
			reports++;
			reportedAt[key] = now;
			reportError([name, message, stack], { fileName, lineNumber: lineno, columnNumber: colno });
		}
	});
	onLeave((left) => {
		if (suppressed || foreign)
			track("engagement", { suppressed, foreign }, "", { ms_visible: 0, scroll_depth: 0 }, left);
		suppressed = foreign = 0;
	});
};

/** Reports errors of the page's own host and of what is below it. */
export const uncaughtError = (): void => reportErrors();

/** Reports errors of other hosts' code too, such as that of assets, each with everything below it. */
export const uncaughtErrorOf =
	(hosts: readonly string[]): (() => void) =>
	() =>
		reportErrors(hosts);
