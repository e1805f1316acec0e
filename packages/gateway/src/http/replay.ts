import type { IncomingMessage } from "node:http";
import { MAX_REPLAY_BODY_BYTES } from "@footfall/shared/limits";
import { NO_CONFIGURATION, NOT_ENABLED, UNAVAILABLE } from "../errors/refusals.ts";
import { createByteBudget } from "../ingest/admission/byte-budget.ts";
import { createConcurrencyLimit } from "../ingest/admission/concurrency-limit.ts";
import { type Outcome, rejected, rejectedBody } from "../ingest/outcome.ts";
import type { CompiledSite } from "../site-config/compiled-site.ts";
import type { CompiledConfiguration } from "../site-config/configuration.ts";
import { createOutcomeAnswer } from "./answer-outcome.ts";
import type { Collecting } from "./collecting.ts";
import { corsHeaders } from "./reply/cors.ts";
import { createEarlyReply } from "./reply/early-reply.ts";
import { answerJson, refuse } from "./reply/reply.ts";
import type { ResponseWriter } from "./reply/response-writer.ts";
import { type Body, receiveBody } from "./request/body.ts";
import type { Handler } from "./request/request-head.ts";

const PATH = "/api/session-replay/record/";

/** Bodies held at the same time, and how many of them are processed; beyond that, requests are refused for now. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;
const AT_ONCE = 2;

const siteIn = (url: string): string => {
	const [path = ""] = url.slice(PATH.length).split("?", 1);
	try {
		return decodeURIComponent(path.replace(/\/$/, ""));
	} catch {
		// No site has a name that is not valid UTF-8.
		return "";
	}
};

/** The most memory that a body may need once read: the length of a compressed one says little. */
const heldBytesOf = ({ headers }: IncomingMessage): number => {
	const length = Number(headers["content-length"] ?? Number.NaN);
	const isPlain = headers["content-encoding"] === undefined;
	return isPlain && length <= MAX_REPLAY_BODY_BYTES ? length : MAX_REPLAY_BODY_BYTES;
};

/** The request's body of at most 10 MB, decompressed if a header says so. */
const wholeBody = (request: IncomingMessage): Promise<Body> =>
	new Promise((resolve) => receiveBody(request, MAX_REPLAY_BODY_BYTES, resolve));

const answerKnown = createOutcomeAnswer("Session replay not recorded");

const answer = (response: ResponseWriter, outcome: Outcome, cors: readonly string[]) => {
	const isForNobody =
		outcome.kind === "rejected" &&
		(outcome.reason === "not_enabled" || outcome.reason === "unknown_site");
	// A recorder on somebody's page learns nothing else about sites without replays, or unknown sites.
	if (isForNobody) answerJson(response, { success: true, message: NOT_ENABLED.error }, cors);
	else answerKnown(response, outcome, cors);
};

/** `POST /api/session-replay/record/{siteId}`: a batch from a page's recorder. */
export const createReplayHandler = (parts: Collecting): Handler => {
	const { replays, senderOf } = parts;
	const holdBytes = createByteBudget(MAX_HELD_BYTES);
	const limited = createConcurrencyLimit(AT_ONCE);

	const recorded = async (
		request: IncomingMessage,
		site: CompiledSite,
		configuration: CompiledConfiguration,
	): Promise<Outcome | undefined> => {
		const release = holdBytes(heldBytesOf(request));
		if (release === undefined)
			return replays.follow(() => rejected("queue_unavailable", UNAVAILABLE));
		try {
			const body = await wholeBody(request);
			// Its sender disconnected before the end of the body: it was never a batch.
			if (body === undefined) return undefined;
			if ("refused" in body) return replays.follow(() => rejectedBody(body.refused));
			const sender = senderOf(request);
			return await replays.follow(
				() => limited(() => parts.ingestReplay(body.bytes, sender, site, configuration)),
				sender.trace,
			);
		} finally {
			release();
		}
	};

	return (request, response) => {
		const cors = corsHeaders("collecting", request.headers.origin);
		const configuration = parts.configuration();
		if (configuration === undefined) {
			request.resume();
			return refuse(response, NO_CONFIGURATION, cors);
		}
		const site = parts.admitReplay(siteIn(request.url ?? ""), configuration);
		if ("kind" in site) {
			request.resume();
			replays.follow(() => site);
			return answer(response, site, cors);
		}
		void recorded(request, site, configuration).then((outcome) => {
			if (outcome !== undefined) answer(createEarlyReply(request, response), outcome, cors);
		});
	};
};
