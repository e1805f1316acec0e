import type { Logger } from "@footfall/shared/logger";
import type { Tracing } from "@footfall/shared/tracing/tracing";
import type { DetectBot } from "../bots/layers.ts";
import { pageBudget } from "../bots/page-budget.ts";
import { FAILED, FAILED_IDENTIFY, FAILED_REPLAY } from "../errors/refusals.ts";
import type { ReadRequestContext } from "../lookup/request-context.ts";
import { visitorsOf } from "../lookup/visitor-id.ts";
import { openEventIdJournal } from "./admission/event-id-journal.ts";
import { fairShare } from "./admission/fair-share.ts";
import { pageGaps } from "./admission/page-gaps.ts";
import { watchPressure } from "./admission/pressure.ts";
import { siteRate } from "./admission/site-rate.ts";
import { admission, type Ingest } from "./admit.ts";
import type { Append } from "./append.ts";
import { eventIngestion } from "./event.ts";
import { identifyIngestion } from "./identify.ts";
import { oneAddressWatch } from "./one-address.ts";
import { outcomeCounter } from "./outcome-counts.ts";
import { recentEventIds } from "./recent-event-ids.ts";
import { replayIngestion } from "./replay.ts";
import { siteOutcomes } from "./site-outcomes.ts";
import { tracedIngestion } from "./traced.ts";

const ONE_ADDRESS =
	"Nearly all events of a site come from one address, so too few visitors are counted: check TRUST_PROXY, and that the proxy sends X-Forwarded-For, Forwarded or X-Real-IP";

/** The paths to the queue, and their counters. */
export type Pipeline = ReturnType<typeof openPipeline>;

/** Assembles the paths of events, identifies and replays. */
export const openPipeline = (parts: {
	append: Append;
	readContext: ReadRequestContext;
	detectBot: DetectBot;
	secret: string;
	/** Where the ids of stored events are kept. */
	idDirectory: string;
	/** Sustained rate of each site; absent = unlimited. */
	siteEventsPerSecond: number | undefined;
	tracing?: Tracing | undefined;
	log: Logger;
}) => {
	const { append, log, siteEventsPerSecond } = parts;
	const outcomesOfSites = siteOutcomes();
	const events = outcomeCounter("event", FAILED, log, (outcome) =>
		outcomesOfSites.saw(undefined, undefined, outcome, Date.now()),
	);
	const identifies = outcomeCounter("identify", FAILED_IDENTIFY, log);
	const replays = outcomeCounter("replay", FAILED_REPLAY, log);
	const pages = pageGaps();
	const pressure = watchPressure(() => events.counts().inFlight);
	const journal = openEventIdJournal(parts.idDirectory, log);
	const admitting = admission({
		detectBot: parts.detectBot,
		pageBudget: pageBudget(),
		siteRate: siteEventsPerSecond === undefined ? () => true : siteRate(siteEventsPerSecond),
		fairShare: fairShare(pressure.isPressed),
	});
	const ingesting = {
		admission: admitting,
		readContext: parts.readContext,
		append,
		visitorOf: visitorsOf(parts.secret),
	};
	const ids = recentEventIds({ journal });
	const addresses = oneAddressWatch();
	const plain = eventIngestion(
		ingesting,
		ids,
		pages,
		events,
		(event, { site, address }, sender) => {
			const { siteId, id } = site.settings;
			const { screenWidth, screenHeight } = event;
			const traits = { address, userAgent: sender.userAgent, screenWidth, screenHeight };
			if (!addresses.saw(siteId, traits, sender.receivedAt)) return;
			outcomesOfSites.sawOneAddress(siteId, sender.receivedAt);
			log.warn({ site: id }, ONE_ADDRESS);
		},
	);
	const ingest = parts.tracing === undefined ? plain : tracedIngestion(plain, parts.tracing);
	const ingestEvent: Ingest = (candidate, sender, configuration) =>
		events.follow(
			() => ingest(candidate, sender, configuration),
			sender.trace,
			(outcome) => outcomesOfSites.saw(candidate, configuration, outcome, sender.receivedAt),
		);
	const identify = identifyIngestion(ingesting);
	const ingestIdentify: Ingest = (candidate, sender, configuration) =>
		identifies.follow(() => identify(candidate, sender, configuration), sender.trace);
	const { admitReplay, ingestReplay } = replayIngestion(ingesting);
	return {
		/** Never throws and never rejects; nor does the next one. */
		ingestEvent,
		ingestIdentify,
		/** The caller counts the outcomes of these two. */
		admitReplay,
		ingestReplay,
		events,
		identifies,
		/** Batches of recorders. */
		replays,
		pages,
		addresses,
		/** Outcomes of events by site, for the backend. */
		outcomesOfSites,
		close: () => {
			pressure.close();
			journal.close();
		},
	};
};
