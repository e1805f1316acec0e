import type { ClientEvent } from "@footfall/shared/event";
import { MAX_LENGTH } from "@footfall/shared/limits";
import type { DetectBot, Judgement } from "../bots/layers.ts";
import type { PageBudget } from "../bots/page-budget.ts";
import {
	FOREIGN_KEY,
	invalidPayload,
	NOT_ENABLED,
	TOO_MANY,
	TOO_MANY_ON_PAGE,
	UNKNOWN_KEY,
	UNKNOWN_SITE,
	WRONG_KEY,
} from "../errors/refusals.ts";
import { excluded, type PageLocation } from "../exclusions/exclusions.ts";
import type { VisitorOf } from "../lookup/ids/visitor-id.ts";
import type {
	ReadRequestContext,
	RequestContext,
	RequestSender,
} from "../lookup/request-context.ts";
import type { CompiledSite } from "../site-config/compiled-site.ts";
import type { CompiledConfiguration } from "../site-config/configuration.ts";
import type { FairShare } from "./admission/fair-share.ts";
import type { SiteRate } from "./admission/site-rate.ts";
import type { Append } from "./append.ts";
import { type Outcome, type Rejected, rejected } from "./outcome.ts";
import type { ApplySiteRules } from "./rule-step.ts";

/*
 * The steps that decide whether something is stored. Which of them an event, an identify and a batch of a recorder take,
 * and in which order, stands in event.ts, identify.ts and replay.ts. A step that ends the path returns the outcome.
 */

/** The site by the id that a client gives. */
export const findSite = (
	reference: string,
	configuration: CompiledConfiguration,
): CompiledSite | Rejected =>
	configuration.site(reference) ?? rejected("unknown_site", UNKNOWN_SITE);

const LONG_PROPERTIES = invalidPayload([], {
	properties: [`Too big: expected string to have <=${MAX_LENGTH.properties} characters`],
});

/** Refuses properties that only a site with event schemas accepts. */
export const checkProperties = (
	{ type, properties = "" }: ClientEvent,
	{ eventSchemas }: CompiledSite,
): Rejected | undefined =>
	type === "custom_event" && properties.length > MAX_LENGTH.properties && eventSchemas === undefined
		? rejected("invalid", LONG_PROPERTIES)
		: undefined;

/** Refuses recordings for a site without them. Mobile SDKs have no page to replay, whatever the site's setting. */
export const checkRecording = ({ settings }: CompiledSite): Rejected | undefined =>
	settings.sessionReplay && settings.type === "web"
		? undefined
		: rejected("not_enabled", NOT_ENABLED);

/** Whether the request has a key, or a client's secret, that opens the site; the refusal of one that does not. */
export const checkKey = (
	apiKey: string | undefined,
	{ bearer, trustedFor, receivedAt }: RequestSender,
	{ settings }: CompiledSite,
	configuration: CompiledConfiguration,
): boolean | Rejected => {
	if (apiKey !== undefined)
		return (
			configuration.mayIngest(apiKey, settings, receivedAt) || rejected("wrong_key", WRONG_KEY)
		);
	if (bearer === undefined) return trustedFor === settings.siteId;
	if (configuration.mayIngest(bearer, settings, receivedAt)) return true;
	return rejected("wrong_key", configuration.knows(bearer, receivedAt) ? FOREIGN_KEY : UNKNOWN_KEY);
};

/** Drops what the site excludes. */
export const exclude = (page: PageLocation, context: RequestContext): Outcome | undefined => {
	const verdict = excluded(page, context);
	return verdict.verdict === "drop" ? { kind: "filtered", reason: verdict.reason } : undefined;
};

/** The steps that keep state. */
export interface Admission {
	/** Refuses what exceeds a site's sustained rate. */
	checkRate(site: CompiledSite): Rejected | undefined;
	/** Refuses, under pressure, what exceeds the site's share. */
	checkShare(site: CompiledSite): Rejected | undefined;
	/** Refuses events of which one page load, or an address without page loads, sends too many. */
	checkPageRate(event: ClientEvent, context: RequestContext, heldMs: number): Rejected | undefined;
	/**
	 * The findings of the bot layers, for a site that has them on and a sender without a key.
	 * @param event absent for an identify and a recorder's batch
	 * @param heldMs how long the client held it back
	 */
	judge(context: RequestContext, event: ClientEvent | undefined, heldMs: number): Judgement;
}

/** Takes the JSON of a request all the way to the queue. */
export type Ingest = (
	candidate: unknown,
	sender: RequestSender,
	configuration: CompiledConfiguration,
) => Outcome | Promise<Outcome>;

/** The parts of the path from a checked body to the queue. */
export interface IngestParts {
	admission: Admission;
	readContext: ReadRequestContext;
	applyRules: ApplySiteRules;
	append: Append;
	visitorOf: VisitorOf;
}

const isJudged = ({ site, trusted }: RequestContext): boolean =>
	site.settings.blockBots && !trusted;

export const createAdmission = (parts: {
	detectBot: DetectBot;
	pageBudget: PageBudget;
	siteRate: SiteRate;
	fairShare: FairShare;
}): Admission => ({
	checkRate: ({ settings }) =>
		parts.siteRate(settings.siteId) ? undefined : rejected("rate_limited", TOO_MANY),
	checkShare: ({ settings }) =>
		parts.fairShare(settings.siteId) ? undefined : rejected("rate_limited", TOO_MANY),
	checkPageRate: (event, context, heldMs) => {
		if (!isJudged(context)) return undefined;
		const excess = parts.pageBudget(event, context, heldMs);
		if (excess === undefined) return undefined;
		return excess === "page"
			? rejected("page_flood", TOO_MANY_ON_PAGE)
			: rejected("rate_limited", TOO_MANY);
	},
	judge: (context, event, heldMs) =>
		isJudged(context) ? parts.detectBot({ context, event, heldMs }) : undefined,
});
