import { listen } from "../browser/listen.ts";
import { error } from "../core/calls.ts";
import { onLeave, track } from "../core/tracker.ts";
import { describeError } from "../event/event-properties.ts";

/** The same error is reported at most once in this time, in case of a loop. */
const SAME_ERROR_MS = 60_000;
const MAX_REPORTS_PER_PAGE = 10;

/**
 * Reports uncaught errors and unhandled rejections of the site's own code. Suppressed repetitions, and errors from
 * elsewhere (extensions, other origins, opaque `Script error.`), are only counted; the counts are sent with the page's
 * engagement.
 */
export const uncaughtError = (): void => {
	const reportedAt: Record<string, number> = {};
	let reports = 0;
	let suppressed = 0;
	let foreign = 0;

	listen<ErrorEvent & PromiseRejectionEvent>("error unhandledrejection", (event) => {
		const { reason, filename: fileName, lineno, colno } = event;
		// Errors of another origin's code must not be reported.
		const fault = describeError(event.error || reason, event.message);
		const { name, message, stack } = fault;
		// The origin of the code that failed: of the file, else the first one in the stack below the message.
		const origin = /[\w-]+:\/\/[^/\s]+/.exec(fileName || stack.replace(message, ""))?.[0];
		const key = `${name}:${message}`;
		const now = Date.now();
		// Images and scripts that fail to load cause events of the same name, and so do observers that continue in the next
		// frame.
		if (event.target instanceof Element || /^ResizeObserver loop/.test(message)) return;
		if (origin ? origin !== location.origin : message === "Script error.") foreign++;
		else if (reports >= MAX_REPORTS_PER_PAGE || now - (reportedAt[key] ?? 0) < SAME_ERROR_MS)
			suppressed++;
		else {
			reports++;
			reportedAt[key] = now;
			error(fault, { fileName, lineNumber: lineno, columnNumber: colno });
		}
	});
	onLeave((left) => {
		if (suppressed || foreign)
			track("engagement", { suppressed, foreign }, "", { ms_visible: 0 }, left);
		suppressed = foreign = 0;
	});
};
