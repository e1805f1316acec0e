import { listen } from "../browser/listen.ts";
import { errorProperties, type Fault } from "../event-fields.ts";
import { type Install, onLeave, track } from "../tracker.ts";

/** The same error is reported at most once in this time; a loop must not become a flood. */
const SAME_ERROR_MS = 60_000;
const MAX_REPORTS_PER_PAGE = 10;

/** The origin of the code that failed: that of the file, else the first one in the stack below the message. */
const originOf = (file: string | undefined, { stack, message }: Fault) =>
	/[\w-]+:\/\/[^/\s]+/.exec(file || `${stack}`.replace(message, ""))?.[0];

/**
 * Reports uncaught errors and unhandled rejections of the site's own code. What is suppressed as a repetition, and what
 * comes from elsewhere (extensions, other origins, opaque `Script error.`), is only counted; the counts go along with the
 * page's engagement.
 */
export const uncaughtError: Install = () => {
	const reportedAt = new Map<string, number>();
	let reports = 0;
	let suppressed = 0;
	let foreign = 0;

	const report = (thrown: unknown, at: Partial<ErrorEvent> = {}) => {
		const error: Fault =
			thrown instanceof Error ? thrown : { name: "Error", message: at.message ?? String(thrown) };
		const origin = originOf(at.filename, error);
		// A browser's way to say that an observer will go on in the next frame.
		if (error.message.includes("ResizeObserver loop")) return;
		if (origin ? origin !== location.origin : error.message === "Script error.") {
			foreign++;
			return;
		}
		const key = `${error.name}:${error.message}`;
		const now = Date.now();
		if (reports >= MAX_REPORTS_PER_PAGE || now - (reportedAt.get(key) ?? 0) < SAME_ERROR_MS) {
			suppressed++;
			return;
		}
		reports++;
		reportedAt.set(key, now);
		const place = { fileName: at.filename, lineNumber: at.lineno, columnNumber: at.colno };
		track("error", errorProperties(error, place), error.name || "Error");
	};

	onLeave((left) => {
		if (suppressed || foreign)
			track("engagement", { suppressed, foreign }, "", { ms_visible: 0 }, left);
		suppressed = foreign = 0;
	});
	listen<ErrorEvent & PromiseRejectionEvent>(window, "error unhandledrejection", (event) => {
		if (event.type === "unhandledrejection") report(event.reason);
		// Images and scripts that do not load cause events of the same name, without a message.
		else if (event.message) report(event.error, event);
	});
};
