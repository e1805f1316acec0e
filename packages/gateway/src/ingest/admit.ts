import type { ClientEvent } from "@footfall/shared/event";
import type { DetectBot, Judgement } from "../bots/layers.ts";
import type { PageBudget } from "../bots/page-budget.ts";
import type { Refusal } from "../errors/errors.ts";
import {
	FOREIGN_KEY,
	NOT_ENABLED,
	TOO_MANY,
	TOO_MANY_ON_PAGE,
	UNKNOWN_KEY,
	UNKNOWN_SITE,
	WRONG_KEY,
} from "../errors/refusals.ts";
import { excluded, type PageLocation } from "../exclusions/exclusions.ts";
import type {
	ReadRequestContext,
	RequestContext,
	RequestSender,
	SenderClaims,
} from "../lookup/request-context.ts";
import type { VisitorOf } from "../lookup/visitor-id.ts";
import type { CompiledSite } from "../site-config/compiled-site.ts";
import type { CompiledConfiguration } from "../site-config/configuration.ts";
import type { FairShare } from "./admission/fair-share.ts";
import type { SiteRate } from "./admission/site-rate.ts";
import type { Append } from "./append.ts";
import { type Outcome, type Rejected, rejected } from "./outcome.ts";
import type { RecentEventIds } from "./recent-event-ids.ts";

/** The claims of a body about its sender, and the key that makes them count. */
interface Claims extends SenderClaims {
	api_key?: string | undefined;
}

/** An event, identify or batch of a recorder that is to be stored. */
interface AdmissionRequest {
	kind: "event" | "identify" | "replay";
	/** As the client names it, or as `admitSite` has admitted it. */
	site: string | CompiledSite;
	configuration: CompiledConfiguration;
	sender: RequestSender;
	claims: Claims;
	page: PageLocation;
	/** Absent for an identify and a batch of a recorder. */
	event?: ClientEvent;
	/** How long the client held it back, in ms. */
	heldMs: number;
}

export interface Admission {
	/** The first checks, for which no body is needed. */
	admitSite(
		kind: AdmissionRequest["kind"],
		reference: string,
		configuration: CompiledConfiguration,
	): CompiledSite | Rejected;
	/** All checks, in the order in which clients see them; `store` is for what passes, and for bots. */
	admit(
		request: AdmissionRequest,
		store: (context: RequestContext, judgement: Judgement) => Outcome | Promise<Outcome>,
	): Outcome | Promise<Outcome>;
}

/** Takes what a request's JSON holds all the way to the queue. */
export type Ingest = (
	candidate: unknown,
	sender: RequestSender,
	configuration: CompiledConfiguration,
) => Outcome | Promise<Outcome>;

/** The parts of the path from a checked body to the queue. */
export interface IngestParts {
	admission: Admission;
	append: Append;
	visitorOf: VisitorOf;
}

/** Mobile SDKs have no page to replay, whatever the site's switch says. */
const recordsReplays = ({ settings }: CompiledSite) =>
	settings.sessionReplay && settings.type === "web";

/** Whether a key came along that opens the site; the refusal of one that does not. */
const trustOf = (
	{ api_key }: Claims,
	{ bearer, receivedAt }: RequestSender,
	{ settings }: CompiledSite,
	configuration: CompiledConfiguration,
): boolean | Refusal => {
	const opens = (key: string) => configuration.mayIngest(key, settings, receivedAt);
	if (api_key !== undefined) return opens(api_key) || WRONG_KEY;
	if (bearer === undefined) return false;
	return opens(bearer) || (configuration.knows(bearer, receivedAt) ? FOREIGN_KEY : UNKNOWN_KEY);
};

/** Decides what is stored: site, rate, key, exclusions, repetition, bots. */
export const admission = (parts: {
	readContext: ReadRequestContext;
	detectBot: DetectBot;
	pageBudget: PageBudget;
	siteRate: SiteRate;
	fairShare: FairShare;
	recentEventIds: RecentEventIds;
}): Admission => {
	const admitSite: Admission["admitSite"] = (kind, reference, configuration) => {
		const site = configuration.site(reference);
		if (site === undefined) return rejected("unknown_site", UNKNOWN_SITE);
		if (kind === "replay" && !recordsReplays(site)) return rejected("not_enabled", NOT_ENABLED);
		const { siteId } = site.settings;
		const isWithinRates =
			parts.siteRate(siteId) && (kind === "identify" || parts.fairShare(siteId));
		return isWithinRates ? site : rejected("rate_limited", TOO_MANY);
	};

	const admit: Admission["admit"] = (request, store) => {
		const { configuration, sender, claims, event, heldMs } = request;
		const site =
			typeof request.site === "string"
				? admitSite(request.kind, request.site, configuration)
				: request.site;
		if ("kind" in site) return site;
		const { siteId, blockBots } = site.settings;
		const trusted = trustOf(claims, sender, site, configuration);
		if (typeof trusted === "object") return rejected("wrong_key", trusted);
		const context = parts.readContext(claims, sender, site, trusted);
		const verdict = excluded(request.page, context);
		if (verdict.verdict === "drop") return { kind: "filtered", reason: verdict.reason };
		const isJudged = blockBots && !trusted;
		const finish = () => {
			const excess = isJudged && event && parts.pageBudget(event, context, heldMs);
			if (excess === "page") return rejected("page_flood", TOO_MANY_ON_PAGE);
			if (excess === "address") return rejected("rate_limited", TOO_MANY);
			return store(context, isJudged ? parts.detectBot({ context, event, heldMs }) : undefined);
		};
		// Before the bot layers, which would count a repetition as one more event of its client.
		return event?.id === undefined ? finish() : parts.recentEventIds.once(siteId, event.id, finish);
	};
	return { admitSite, admit };
};
