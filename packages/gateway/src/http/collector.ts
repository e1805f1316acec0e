import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "@footfall/shared/logger";
import type { DetectBot } from "../bots/layers.ts";
import { openEventIdJournal } from "../ingest/admission/event-id-journal.ts";
import { fairShare } from "../ingest/admission/fair-share.ts";
import { type PageGaps, pageGaps } from "../ingest/admission/page-gaps.ts";
import { watchPressure } from "../ingest/admission/pressure.ts";
import { siteRate } from "../ingest/admission/site-rate.ts";
import type { Append } from "../ingest/append.ts";
import { ingestion } from "../ingest/event.ts";
import { eventRecordBuilder } from "../ingest/event-record.ts";
import { identification } from "../ingest/identify.ts";
import { type OutcomeCounter, outcomeCounter } from "../ingest/outcome-counts.ts";
import { recentEventIds } from "../ingest/recent-event-ids.ts";
import { recording } from "../ingest/replay.ts";
import type { ReadRequestContext } from "../lookup/read-request-context.ts";
import type { Sender } from "../lookup/request-context.ts";
import { visitorIdsFrom } from "../lookup/visitor-id.ts";
import type { Configuration } from "../site-config/configuration.ts";
import { identifyIntake } from "./identify.ts";
import { pixelHandler } from "./pixel.ts";
import { type ReplayHandler, replayHandler } from "./replay.ts";
import type { Intake, RequestHead } from "./request/request-head.ts";
import { trackIntake } from "./track.ts";

export interface CollectorParts {
	append: Append;
	configuration(): Configuration | undefined;
	senderOf(request: RequestHead): Sender;
	readContext: ReadRequestContext;
	judgeBot: DetectBot;
	secret: string;
	/** Where the ids of stored events are kept. */
	idDirectory: string;
	/** Lasting rate of each site; absent = any. */
	siteEventsPerSecond: number | undefined;
	log: Logger;
}

export interface Collector {
	track: Intake;
	identify: Intake;
	pixel(request: IncomingMessage, response: ServerResponse): Promise<void>;
	replay: ReplayHandler;
	events: OutcomeCounter;
	identifies: OutcomeCounter;
	/** Batches of recorders. */
	replays: OutcomeCounter;
	pages: PageGaps;
	close(): void;
}

/** Puts together what takes events: its handlers and what they count. */
export const collector = (parts: CollectorParts): Collector => {
	const { append, readContext, log } = parts;
	const events = outcomeCounter();
	const identifies = outcomeCounter();
	const replays = outcomeCounter();
	const pages = pageGaps();
	const pressure = watchPressure({ waiting: () => events.counts().inFlight });
	const visitorIds = visitorIdsFrom(parts.secret);
	const journal = openEventIdJournal(parts.idDirectory, log);
	const { siteEventsPerSecond: eventsPerSecond } = parts;
	const admits = eventsPerSecond === undefined ? () => true : siteRate({ eventsPerSecond });

	const fairly = fairShare({ isPressed: pressure.isPressed });

	const receiving = { senderOf: parts.senderOf, configuration: parts.configuration };
	const ingest = ingestion({
		append,
		readContext,
		judgeBot: parts.judgeBot,
		enrich: eventRecordBuilder(visitorIds),
		recentIds: recentEventIds({ journal }),
		siteRate: admits,
		fairShare: fairly,
		pageGaps: pages,
		outcomes: events,
		log,
	});
	const identify = identification({
		append,
		readContext,
		judgeBot: parts.judgeBot,
		visitorIds,
		siteRate: admits,
		outcomes: identifies,
		log,
	});
	return {
		track: trackIntake({ ...receiving, ingest, outcomes: events }),
		identify: identifyIntake({ ...receiving, identify, outcomes: identifies }),
		pixel: pixelHandler({ ...receiving, ingest }),
		replay: replayHandler({
			...receiving,
			record: recording({ append, readContext, visitorIds, judgeBot: parts.judgeBot, log }),
			siteRate: admits,
			fairShare: fairly,
			outcomes: replays,
		}),
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
