import { textParameter } from "@footfall/reports/query/parameters";
import { ApiError, refusedParameters } from "@footfall/shared/api-error";
import { z } from "zod";
import { type Route, route } from "../routing/route.ts";
import type { Live } from "./live.ts";
import { liveMessages } from "./live-messages.ts";
import { WINDOW_MINUTES } from "./live-pace.ts";

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;

const instantIn = (text: string): number => (TIMESTAMP.test(text) ? Date.parse(text) : Number.NaN);

/** The client reconnects by itself, so an invalid header is ignored rather than refused. */
const sinceOf = (lastEventId: string | undefined, given: string | undefined) => {
	const resumed = instantIn(lastEventId ?? "");
	if (!Number.isNaN(resumed)) return resumed;
	if (given === undefined) return undefined;
	const since = instantIn(given);
	if (Number.isNaN(since))
		throw refusedParameters(
			"Invalid since_timestamp",
			"since_timestamp: the `timestamp` of an event, such as 2026-11-20T10:15:00.123Z",
		);
	return since;
};

export const liveRoute = (live: Live): Route =>
	route({
		method: "get",
		path: "/api/sites/{site}/live",
		summary: "Current visitors and new events, pushed as they arrive",
		description: `Server-sent events. \`visitors\` ({count, minutes}) at the start and whenever the number of sessions of the last ${WINDOW_MINUTES} minutes changes; \`events\` ({events}: newest first, at most 50, as in \`/events\`); \`stale\` while the store does not respond; \`end\` ({code, message}) before the server closes the stream, for example because the session or the link was revoked. An \`EventSource\` resumes by itself after an interruption of up to ${WINDOW_MINUTES} minutes; with a private link, pass the key as \`private_key\`. A person or a key may have 50 streams open, and all visitors from one address 1,000.`,
		tags: ["Live"],
		access: { site: "read", scope: "events:read", areas: ["overview"] },
		query: z.object({
			since_timestamp: textParameter(
				`Start with the events after this instant, at most ${WINDOW_MINUTES} minutes ago`,
			),
		}),
		files: ["text/event-stream"],
		response: z.string(),
		handle: async ({ site, caller, shownAreas, query, requester, lastEventId, ...context }) => {
			const since = sinceOf(lastEventId, query.since_timestamp);
			if (live.signal.aborted) throw new ApiError("UNAVAILABLE", "The server is stopping");
			const isMember = caller !== undefined;
			const openEventStream = () => {
				const leave = live.limit.enter(requester, !isMember);
				const hold = live.feeds.holder(context.liveFeed);
				if (hold !== undefined) {
					const { presented, readmit } = context;
					hold({ site, isMember, since, shownAreas, presented, readmit, leave });
					return undefined;
				}
				const ended = new AbortController();
				const close = () => {
					leave();
					ended.abort();
				};
				context.signal.addEventListener("abort", close);
				const serverSentEvents = liveMessages({
					watch: live.watch(site, isMember),
					isMember,
					since,
					shownAreas,
					readmit: context.readmit,
					pace: live.pace,
					stopping: live.signal,
					ended: ended.signal,
				});
				return { serverSentEvents, close };
			};
			return { openEventStream };
		},
	});
