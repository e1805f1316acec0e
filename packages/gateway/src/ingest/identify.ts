import { randomUUID } from "node:crypto";
import type { ClientEvent } from "@footfall/shared/event";
import { ClientIdentify } from "@footfall/shared/identify";
import type { Logger } from "@footfall/shared/logger";
import { encodeQueuedIdentify } from "@footfall/shared/queued-identify";
import type { DetectBot } from "../bots/layers.ts";
import { excluded } from "../exclusions/exclusions.ts";
import { type ReadRequestContext, trustOf } from "../lookup/read-request-context.ts";
import type { RequestContext, Sender } from "../lookup/request-context.ts";
import type { VisitorIdInput, VisitorIds } from "../lookup/visitor-id.ts";
import type { Configuration } from "../site-config/configuration.ts";
import type { SiteRate } from "./admission/site-rate.ts";
import type { Append } from "./append.ts";
import { type Outcome, rejected, STORED, STORED_AS_BOT } from "./outcome.ts";
import type { OutcomeCounter } from "./outcome-counts.ts";
import {
	FAILED_IDENTIFY,
	refusalOf,
	TOO_MANY,
	UNAVAILABLE,
	UNKNOWN_SITE,
	WRONG_KEY,
} from "./refusals.ts";

export interface IdentifyParts {
	append: Append;
	readContext: ReadRequestContext;
	judgeBot: DetectBot;
	visitorIds(traits: VisitorIdInput): VisitorIds;
	siteRate: SiteRate;
	outcomes: OutcomeCounter;
	log: Logger;
}

/** Takes what a site says about a visitor all the way to the queue. Never rejects. */
export type Identify = (
	candidate: unknown,
	sender: Sender,
	configuration: Configuration,
) => Promise<Outcome>;

/** An escape in JSON. JSON.stringify writes halves of surrogate pairs as escapes only where they stand alone. */
const ESCAPE = /\\(?:u(d[89a-f][0-9a-f]{2})|.)/gi;

const withoutLoneSurrogates = (bytes: Buffer): Buffer =>
	bytes.includes("\\u")
		? Buffer.from(
				bytes
					.toString()
					.replace(ESCAPE, (written, surrogate?: string) =>
						surrogate === undefined ? written : "\uFFFD",
					),
			)
		: bytes;

/** As the bot layers see it: one of the many small things that a person does on a page. */
const asInteraction = ({ site_id }: ClientIdentify): ClientEvent => ({
	type: "engagement",
	site_id,
	// An identify has no score; without one it would look like a script's.
	_bs: 0,
	ms_visible: 0,
});

/** The path of an identify: the same site, trust, exclusions, bot layers and visitor id as an event's. */
export const identification = (parts: IdentifyParts): Identify => {
	const { append, log } = parts;

	const store = async (claim: ClientIdentify, context: RequestContext): Promise<Outcome> => {
		const { siteId, saltUserIds } = context.site.settings;
		const {
			visitor,
			visitorYesterday,
			partitionKey: share,
		} = parts.visitorIds({
			site: siteId,
			address: context.visitorAddress,
			agent: context.agent,
			anonymousId: claim.anonymous_id,
			salted: saltUserIds,
			occurredAt: context.receivedAt,
		});
		const record = encodeQueuedIdentify({
			id: randomUUID(),
			site: siteId,
			receivedAt: context.receivedAt,
			visitor,
			...(visitorYesterday !== undefined && { visitorYesterday }),
			user: claim.user_id,
			...(claim.traits !== undefined && { traits: claim.traits }),
			isNewIdentify: claim.is_new_identify ?? true,
		});
		return append(
			{ key: `${siteId}:${share}`, value: withoutLoneSurrogates(record) },
			context.trace,
			(fault) =>
				fault === undefined
					? STORED
					: rejected(fault, fault === "failed" ? FAILED_IDENTIFY : UNAVAILABLE),
		);
	};

	const isBot = (claim: ClientIdentify, context: RequestContext): boolean => {
		if (!context.site.settings.blockBots || context.trusted) return false;
		const { deviceType } = context.agent.agent(context.headers);
		const suspect = { event: asInteraction(claim), context, deviceType, heldMs: 0 };
		return parts.judgeBot(suspect) !== undefined;
	};

	const decide = async (
		candidate: unknown,
		sender: Sender,
		configuration: Configuration,
	): Promise<Outcome> => {
		const checked = ClientIdentify.safeParse(candidate);
		if (!checked.success) return rejected("invalid", refusalOf(checked.error));
		const claim = checked.data;
		const site = configuration.site(claim.site_id);
		if (site === undefined) return rejected("unknown_site", UNKNOWN_SITE);
		if (!parts.siteRate(site.settings.siteId)) return rejected("rate_limited", TOO_MANY);
		const trusted = trustOf(claim, sender, site, configuration);
		if (trusted === undefined) return rejected("wrong_key", WRONG_KEY);
		const context = parts.readContext(claim, sender, site, trusted);
		const verdict = excluded({}, context);
		if (verdict.verdict === "drop") return { kind: "filtered", reason: verdict.reason };
		// A bot is told what everybody is told, and is nobody's user.
		return isBot(claim, context) ? STORED_AS_BOT : await store(claim, context);
	};

	return async (candidate, sender, configuration) =>
		parts.outcomes.follow(
			decide(candidate, sender, configuration).catch((error: Error) => {
				const { trace } = sender;
				log.error({ error: error.message, ...(trace && { trace }) }, "identify failed");
				return rejected("failed", FAILED_IDENTIFY);
			}),
		);
};
