import type { Logger } from "@footfall/shared/logger";
import type { Tracing } from "@footfall/shared/tracing/tracing";
import type { DetectBot } from "../bots/layers.ts";
import { createPageBudget } from "../bots/page-budget.ts";
import { FAILED, FAILED_IDENTIFY, FAILED_REPLAY } from "../errors/refusals.ts";
import { createPageIdOf } from "../lookup/ids/page-id.ts";
import { createVisitorOf } from "../lookup/ids/visitor-id.ts";
import type { ReadRequestContext, RequestSender } from "../lookup/request-context.ts";
import { createViolationCounts } from "../schemas/violation-counts.ts";
import type { CompiledConfiguration } from "../site-config/configuration.ts";
import { openEventIdJournal } from "./admission/event-id-journal.ts";
import { createFairShare } from "./admission/fair-share.ts";
import { createPageGaps } from "./admission/page-gaps.ts";
import { watchPressure } from "./admission/pressure.ts";
import { createSiteRate } from "./admission/site-rate.ts";
import { createAdmission, type Ingest } from "./admit.ts";
import type { Append } from "./append.ts";
import { createEventIngestion } from "./event.ts";
import { createIdentifyIngestion } from "./identify.ts";
import { createOneAddressWatch } from "./one-address.ts";
import type { Rejected } from "./outcome.ts";
import { createOutcomeCounter } from "./outcome-counts.ts";
import { createRecentEventIds } from "./recent-event-ids.ts";
import { createReplayIngestion } from "./replay.ts";
import { createResend } from "./resend.ts";
import { createRuleStep } from "./rule-step.ts";
import { createSiteOutcomes } from "./site-outcomes.ts";
import { createTracedIngestion } from "./traced.ts";

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
	const outcomesOfSites = createSiteOutcomes();
	const violations = createViolationCounts();
	const events = createOutcomeCounter("event", FAILED, log, (outcome) =>
		outcomesOfSites.saw(undefined, undefined, outcome, Date.now()),
	);
	const identifies = createOutcomeCounter("identify", FAILED_IDENTIFY, log);
	const replays = createOutcomeCounter("replay", FAILED_REPLAY, log);
	const pages = createPageGaps();
	const pressure = watchPressure(() => events.counts().inFlight);
	const journal = openEventIdJournal(parts.idDirectory, log);
	const admitting = createAdmission({
		detectBot: parts.detectBot,
		pageBudget: createPageBudget(),
		siteRate: siteEventsPerSecond === undefined ? () => true : createSiteRate(siteEventsPerSecond),
		fairShare: createFairShare(pressure.isPressed),
	});
	const applyRules = createRuleStep(parts.secret);
	const ingesting = {
		admission: admitting,
		readContext: parts.readContext,
		applyRules,
		append,
		visitorOf: createVisitorOf(parts.secret),
	};
	const ids = createRecentEventIds({ journal });
	const addresses = createOneAddressWatch();
	const plain = createEventIngestion(
		ingesting,
		ids,
		pages,
		events,
		violations,
		(event, { site, address }, sender) => {
			const { siteId, id } = site.settings;
			const { screenWidth, screenHeight } = event;
			const traits = { address, userAgent: sender.userAgent, screenWidth, screenHeight };
			if (!addresses.saw(siteId, traits, sender.receivedAt)) return;
			outcomesOfSites.sawOneAddress(siteId, sender.receivedAt);
			log.warn({ site: id }, ONE_ADDRESS);
		},
	);
	const ingest = parts.tracing === undefined ? plain : createTracedIngestion(plain, parts.tracing);
	const ingestEvent: Ingest = (candidate, sender, configuration) =>
		events.follow(
			() => ingest(candidate, sender, configuration),
			sender.trace,
			(outcome) => outcomesOfSites.saw(candidate, configuration, outcome, sender.receivedAt),
		);
	/** Counts an event, of a known site or not, that cannot be read from its request. */
	const refuseEvent = (
		candidate: { site_id: string } | undefined,
		refused: Rejected,
		sender: RequestSender,
		configuration: CompiledConfiguration,
	) =>
		events.follow(
			() => refused,
			sender.trace,
			(outcome) => outcomesOfSites.saw(candidate, configuration, outcome, sender.receivedAt),
		);
	const identify = createIdentifyIngestion(ingesting);
	const ingestIdentify: Ingest = (candidate, sender, configuration) =>
		identifies.follow(() => identify(candidate, sender, configuration), sender.trace);
	const { admitReplay, ingestReplay } = createReplayIngestion(ingesting);
	return {
		/** Never throws and never rejects; nor does the next one. */
		ingestEvent,
		ingestIdentify,
		refuseEvent,
		/** Of clients without ids of page loads. */
		pageIdOf: createPageIdOf(parts.secret),
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
		/** Sends quarantined events again. */
		resend: createResend({ append, applyRules, violations }),
		/** Violations of event schemas by site, for the backend. */
		violations,
		close: () => {
			pressure.close();
			journal.close();
		},
	};
};
