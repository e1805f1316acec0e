import type { IncomingMessage, ServerResponse } from "node:http";
import { MAX_REPLAY_BODY_BYTES } from "@footfall/shared/limits";
import type { Refusal } from "../errors/errors.ts";
import { byteBudget, concurrencyLimit } from "../ingest/admission/byte-budget.ts";
import type { FairShare } from "../ingest/admission/fair-share.ts";
import type { SiteRate } from "../ingest/admission/site-rate.ts";
import { type Outcome, rejected } from "../ingest/outcome.ts";
import type { OutcomeCounter } from "../ingest/outcome-counts.ts";
import { NO_CONFIGURATION, TOO_MANY, UNAVAILABLE, UNKNOWN_SITE } from "../ingest/refusals.ts";
import type { RecordReplay } from "../ingest/replay.ts";
import { receiveReplayBody, rejectedBody } from "../ingest/replay-batch/plain-body.ts";
import { trustOf } from "../lookup/read-request-context.ts";
import type { Sender } from "../lookup/request-context.ts";
import type { CompiledSite } from "../site-config/compiled-site.ts";
import type { Configuration } from "../site-config/configuration.ts";
import { corsHeaders } from "./reply/cors.ts";
import { earlyReply } from "./reply/early-reply.ts";
import { answerJson, answerSuccess, refuse } from "./reply/reply.ts";
import type { ResponseWriter } from "./reply/response-writer.ts";

export type ReplayHandler = (request: IncomingMessage, response: ServerResponse) => void;

export interface ReplayHandlerParts {
	record: RecordReplay;
	siteRate: SiteRate;
	fairShare: FairShare;
	outcomes: OutcomeCounter;
	senderOf(request: IncomingMessage): Sender;
	configuration(): Configuration | undefined;
}

const PATH = "/api/session-replay/record/";

/** Bodies that are held at the same time, and how many of them are worked on: what is over is refused for now. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;
const AT_ONCE = 2;

const NOT_ENABLED: Refusal = {
	code: "FORBIDDEN",
	error: "Session replay not enabled",
	fields: { success: false },
};

const siteIn = (url: string): string => {
	const [path = ""] = url.slice(PATH.length).split("?", 1);
	try {
		return decodeURIComponent(path.replace(/\/$/, ""));
	} catch {
		// No site has a name that is not UTF-8.
		return "";
	}
};

/** Mobile SDKs have no page to replay, whatever the site's switch says. */
const isEnabled = ({ settings }: CompiledSite) => settings.sessionReplay && settings.type === "web";

/** What a body may come to once it is read: a compressed one says little about itself. */
const heldBytesOf = ({ headers }: IncomingMessage): number => {
	const length = Number(headers["content-length"] ?? Number.NaN);
	const isPlain = headers["content-encoding"] === undefined;
	return isPlain && length <= MAX_REPLAY_BODY_BYTES ? length : MAX_REPLAY_BODY_BYTES;
};

/** `POST /api/session-replay/record/{siteId}`: a batch of what a page's recorder has collected. */
export const replayHandler = (parts: ReplayHandlerParts): ReplayHandler => {
	const { outcomes, senderOf } = parts;
	const room = byteBudget(MAX_HELD_BYTES);
	const inTurn = concurrencyLimit(AT_ONCE);

	const answer = (response: ResponseWriter, outcome: Outcome, cors: readonly string[]) => {
		const succeed = (message: string) => answerJson(response, { success: true, message }, cors);
		if (outcome.kind === "filtered")
			return succeed(`Session replay not recorded - ${outcome.reason} excluded`);
		if (outcome.kind !== "rejected") return answerSuccess(response, cors);
		// A recorder on somebody's page is told nothing else of sites that want no replays, or are none.
		if (outcome.reason === "not_enabled" || outcome.reason === "unknown_site")
			return succeed(NOT_ENABLED.error);
		refuse(response, outcome.refusal, cors);
	};

	/** The site, unless what is to be said needs no body. */
	const admitted = (site: CompiledSite | undefined): CompiledSite | Outcome => {
		if (site === undefined) return rejected("unknown_site", UNKNOWN_SITE);
		if (!isEnabled(site)) return rejected("not_enabled", NOT_ENABLED);
		const { siteId } = site.settings;
		return parts.siteRate(siteId) && parts.fairShare(siteId)
			? site
			: rejected("rate_limited", TOO_MANY);
	};

	const recorded = async (
		request: IncomingMessage,
		site: CompiledSite,
		configuration: Configuration,
	): Promise<Outcome | undefined> => {
		const leave = room.take(heldBytesOf(request));
		if (leave === undefined) return outcomes.follow(rejected("queue_unavailable", UNAVAILABLE));
		try {
			const body = await receiveReplayBody(request);
			// Its sender went away before the end of the body: it was never a batch.
			if (body === undefined) return undefined;
			if ("refused" in body) return outcomes.follow(rejectedBody(body.refused));
			const sender = senderOf(request);
			const trusted = trustOf({}, sender, site, configuration) ?? false;
			return await outcomes.follow(inTurn(() => parts.record(body.bytes, sender, site, trusted)));
		} finally {
			leave();
		}
	};

	return (request, response) => {
		const cors = corsHeaders("collecting", request.headers.origin);
		const configuration = parts.configuration();
		if (configuration === undefined) {
			request.resume();
			return refuse(response, NO_CONFIGURATION, cors);
		}
		const site = admitted(configuration.site(siteIn(request.url ?? "")));
		if ("kind" in site) {
			request.resume();
			outcomes.follow(site);
			return answer(response, site, cors);
		}
		void recorded(request, site, configuration).then((outcome) => {
			if (outcome !== undefined) answer(earlyReply(request, response), outcome, cors);
		});
	};
};
