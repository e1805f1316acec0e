import { listen } from "../browser/listen.ts";
import { onLeave, track } from "../core/tracker.ts";
import { ENGAGEMENT, ERROR } from "../event/event-kinds.ts";
import { describeError, propertiesJson } from "../event/event-properties.ts";

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
		const [name, message, stack] = describeError(event.error || reason, event.message);
		// The origin of the code that failed, from the end of its scheme on: of the file, else the first one in the stack below the message.
		const origin = /\w:\/\/[^/\s]+/.exec(fileName || stack.replace(message, ""))?.[0];
		const key = `${name}:${message}`;
		const now = Date.now();
		// Images and scripts that fail to load cause events of the same name, and so do observers that continue in the next
		// frame.
		if (event.target instanceof Element || /^ResizeObserver loop/.test(message)) return;
		if (origin ? !location.origin.endsWith(origin) : message === "Script error.") foreign++;
		else if (reports >= MAX_REPORTS_PER_PAGE || now - (reportedAt[key] ?? 0) < SAME_ERROR_MS)
			suppressed++;
		else {
			reports++;
			reportedAt[key] = now;
			const place = { fileName, lineNumber: lineno, columnNumber: colno };
			track(ERROR, [message, stack, propertiesJson(place)], name);
		}
	});
	onLeave((left) => {
		if (suppressed || foreign)
			track(ENGAGEMENT, [0, 0, propertiesJson({ suppressed, foreign })], "", left);
		suppressed = foreign = 0;
	});
};
