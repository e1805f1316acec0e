import { answerOf, apiHref, client } from "../../api/client.ts";
import { type Viewer, viewerHeaders, viewerParameters } from "../../router/viewer.ts";
import type { LiveEvent } from "./event-list.ts";
import type { LiveSource } from "./live-feed.ts";

/** How far back the page shows events. */
export const SHOWN_MINUTES = 30;
const FIRST_EVENTS = 50;

interface Watched {
	site: string;
	viewer: Viewer;
	filters: string | undefined;
	segment: number | undefined;
	/** Sessions of the last minutes, counted by the server. */
	onVisitors(count: number): void;
}

/** The data of a message; undefined for invalid JSON. */
const dataOf = <Data>(message: Event): Data | undefined => {
	try {
		return JSON.parse((message as MessageEvent<string>).data) as Data;
	} catch {
		return undefined;
	}
};

/** The events of a site, from its stream and list. Streams cannot be filtered: with filters only the list is used. */
export const createLiveSource = (watched: Watched): LiveSource => {
	const { site, viewer, filters, segment, onVisitors } = watched;
	const path = `/api/sites/${encodeURIComponent(site)}/live`;
	const fetchEvents: LiveSource["fetch"] = async (since) => {
		const query = {
			...(filters !== undefined && { filters }),
			...(segment !== undefined && { segment_id: segment }),
			...(since === undefined
				? {
						past_minutes_start: SHOWN_MINUTES,
						past_minutes_end: 0,
						page_size: String(FIRST_EVENTS),
					}
				: { since_timestamp: since }),
		};
		const call = client.GET("/api/sites/{site}/events", {
			params: { path: { site }, query },
			headers: viewerHeaders(viewer),
		});
		return (await answerOf(call)).data;
	};
	if (filters !== undefined || segment !== undefined) return { fetch: fetchEvents };
	return {
		fetch: fetchEvents,
		open: (since, { onOpen, onEvents, onUnreadable, onReadable, onLost }) => {
			const stream = new EventSource(
				apiHref(path, {
					...viewerParameters(viewer),
					...(since !== undefined && { since_timestamp: since }),
				}),
			);
			stream.addEventListener("open", onOpen);
			stream.addEventListener("visitors", (message) => {
				onReadable();
				const count = dataOf<{ count: number }>(message)?.count;
				if (count !== undefined) onVisitors(count);
			});
			stream.addEventListener("events", (message) =>
				onEvents(dataOf<{ events: LiveEvent[] }>(message)?.events ?? []),
			);
			stream.addEventListener("stale", onUnreadable);
			// The server closes the stream on purpose, also when the viewer loses access: the next poll tells which.
			stream.addEventListener("end", onLost);
			stream.addEventListener("error", onLost);
			return () => stream.close();
		},
	};
};
