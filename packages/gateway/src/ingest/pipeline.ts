import type { Logger } from "@footfall/shared/logger";
import type { DetectBot } from "../bots/layers.ts";
import { FAILED, FAILED_IDENTIFY, FAILED_REPLAY } from "../errors/refusals.ts";
import type { ReadRequestContext } from "../lookup/request-context.ts";
import { openEventIdJournal } from "./admission/event-id-journal.ts";
import { fairShare } from "./admission/fair-share.ts";
import { type PageGaps, pageGaps } from "./admission/page-gaps.ts";
import { watchPressure } from "./admission/pressure.ts";
import { siteRate } from "./admission/site-rate.ts";
import { type Admission, admission } from "./admit.ts";
import type { Append } from "./append.ts";
import { eventIngestion, type IngestEvent } from "./event.ts";
import { eventRecordBuilder } from "./event-record.ts";
import { type IngestIdentify, identifyIngestion } from "./identify.ts";
import { type OutcomeCounter, outcomeCounter } from "./outcome-counts.ts";
import { recentEventIds } from "./recent-event-ids.ts";
import { type IngestReplay, replayIngestion } from "./replay.ts";
import { visitorsOf } from "./visitor.ts";

export interface PipelineParts {
	append: Append;
	readContext: ReadRequestContext;
	detectBot: DetectBot;
	secret: string;
	/** Where the ids of stored events are kept. */
	idDirectory: string;
	/** Lasting rate of each site; absent = any. */
	siteEventsPerSecond: number | undefined;
	log: Logger;
}

/** The paths to the queue, and what they count. */
export interface Pipeline {
	admitSite: Admission["admitSite"];
	ingestEvent: IngestEvent;
	ingestIdentify: IngestIdentify;
	ingestReplay: IngestReplay;
	events: OutcomeCounter;
	identifies: OutcomeCounter;
	/** Batches of recorders. */
	replays: OutcomeCounter;
	pages: PageGaps;
	close(): void;
}

/** Puts the paths of events, identifies and replays together. */
export const openPipeline = (parts: PipelineParts): Pipeline => {
	const { append, log, siteEventsPerSecond: eventsPerSecond } = parts;
	const events = outcomeCounter({ what: "event", failed: FAILED, log });
	const identifies = outcomeCounter({ what: "identify", failed: FAILED_IDENTIFY, log });
	const replays = outcomeCounter({ what: "replay", failed: FAILED_REPLAY, log });
	const pages = pageGaps();
	const pressure = watchPressure({ queued: () => events.counts().inFlight });
	const journal = openEventIdJournal(parts.idDirectory, log);
	const visitorOf = visitorsOf(parts.secret);
	const admitting = admission({
		readContext: parts.readContext,
		detectBot: parts.detectBot,
		siteRate: eventsPerSecond === undefined ? () => true : siteRate({ eventsPerSecond }),
		fairShare: fairShare({ isPressed: pressure.isPressed }),
		recentEventIds: recentEventIds({ journal }),
	});
	return {
		admitSite: admitting.admitSite,
		ingestEvent: eventIngestion({
			admission: admitting,
			append,
			buildRecord: eventRecordBuilder(visitorOf),
			pageGaps: pages,
			outcomes: events,
		}),
		ingestIdentify: identifyIngestion({
			admission: admitting,
			append,
			visitorOf,
			outcomes: identifies,
		}),
		ingestReplay: replayIngestion({ admission: admitting, append, visitorOf }),
		events,
		identifies,
		replays,
		pages,
		close: () => {
			pressure.close();
			journal.close();
		},
	};
};
