import type { ListedEvent } from "@footfall/reports/events/events";
import { ApiError } from "@footfall/shared/api-error";
import type { Area } from "@footfall/shared/areas";
import { serverSentEvent } from "@footfall/shared/live/server-sent-event";
import { WINDOW_MINUTES } from "./live-pace.ts";
import type { News } from "./site-watch.ts";

/** How long clients wait before they reconnect. */
export const RECONNECT_MS = 3_000;

/** Whether a stream with these areas includes events, besides the number of visitors. */
export const showsEvents = (shownAreas: readonly Area[] | undefined): boolean =>
	shownAreas === undefined || shownAreas.includes("events");

/** The messages of a stream for news. */
export const newsTexts = function* (
	{ visitors, events, isStale }: News<ListedEvent>,
	withEvents: boolean,
): Generator<string> {
	if (visitors !== undefined)
		yield serverSentEvent("visitors", { count: visitors, minutes: WINDOW_MINUTES });
	if (events && withEvents) yield serverSentEvent("events", { events }, events[0]?.timestamp);
	if (isStale)
		yield serverSentEvent("stale", {
			message: "The events cannot be read at the moment; retrying",
		});
};

const endText = (code: string, message: string) => serverSentEvent("end", { code, message });

/** The last message when the server stops. */
export const STOPPING = endText("RESTARTING", "The server is stopping");
/** The last message when the client may reconnect at once. */
export const RENEWED = endText("RENEW", "Connect again");

/** The last message when the client is no longer admitted. */
export const refusalText = (error: unknown): string =>
	error instanceof ApiError
		? endText(error.code, error.message)
		: endText("UNAVAILABLE", "The connection could not be continued; connect again");
