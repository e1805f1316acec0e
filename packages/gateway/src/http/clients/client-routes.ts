import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { MAX_EVENT_BYTES } from "@footfall/shared/limits";
import { type Request, type Response, Router } from "express";
import type { ClientAct, StoringAct } from "../../clients/client-act.ts";
import type { Refusal } from "../../errors/errors.ts";
import { EVENT_TOO_LARGE, NO_CONFIGURATION, WRONG_METHOD } from "../../errors/refusals.ts";
import { type Outcome, type Rejected, rejected, rejectedBody } from "../../ingest/outcome.ts";
import type { RequestSender } from "../../lookup/request-context.ts";
import type { CompiledConfiguration } from "../../site-config/configuration.ts";
import type { Collecting } from "../collecting.ts";
import type { IngestEach } from "../ingest-each.ts";
import { corsHeaders, preflightHeaders } from "../reply/cors.ts";
import { createEarlyReply } from "../reply/early-reply.ts";
import { refuse } from "../reply/reply.ts";
import type { ResponseWriter } from "../reply/response-writer.ts";
import { type Body, receiveBody } from "../request/body.ts";
import { isEventTooLarge } from "../track-batch.ts";
import type { ClientReply } from "./client-reply.ts";

/** A request to an endpoint of another product. */
export interface ClientRequest {
	method: string;
	/** As one of the endpoint's, or longer where that is a pattern. */
	path: string;
	query: URLSearchParams;
	headers: IncomingHttpHeaders;
	/** Uncompressed; empty for a GET. */
	body: Buffer;
}

/** An endpoint to which another product's clients send, unmodified. */
export interface ClientEndpoint {
	/** Patterns must not decode parameters: the framework fails on those that are not UTF-8. */
	paths: readonly (string | RegExp)[];
	methods: readonly ("GET" | "POST")[];
	/** Headers that its clients send from pages, beyond those that every collecting path allows. */
	headers?: readonly string[];
	/** Of a body, before and after decompression. */
	maxBytes: number;
	/** What the request asks for; a refusal if that cannot be known. At most MAX_EVENTS_PER_BATCH acts. */
	read(
		request: ClientRequest,
		configuration: CompiledConfiguration,
	): readonly ClientAct[] | Refusal;
	/** The product's answer, from an outcome for each act. */
	answer(outcomes: readonly Outcome[], request: ClientRequest): ClientReply;
	/** Its answer to a request that is refused as a whole; absent if that is the same as to a single act. */
	refuse?(refused: Rejected, request: ClientRequest): ClientReply;
}

const NO_BODY = { bytes: Buffer.alloc(0) };

const receivedBody = (request: IncomingMessage, maxBytes: number) =>
	new Promise<Body>((resolve) => receiveBody(request, maxBytes, resolve));

const requestOf = ({ method, path, url, headers }: Request, body: Buffer): ClientRequest => {
	const query = url.indexOf("?");
	return {
		method,
		path,
		query: new URLSearchParams(query === -1 ? "" : url.slice(query + 1)),
		headers,
		body,
	};
};

/** Makes the routes of other products' endpoints. Their events pass the same path as our own. */
export const createClientRoutes = (
	endpoints: readonly ClientEndpoint[],
	collecting: Collecting,
	ingestEach: IngestEach,
): Router => {
	const { ingestEvent, ingestIdentify, refuseEvent, pageIdOf, events, senderOf } = collecting;

	const candidateOf = ({ candidate, page }: StoringAct, sender: RequestSender) => {
		if (page === undefined) return candidate;
		const { site_id: site, ip_address: address = sender.address, user_agent } = candidate;
		const visitor = `${address} ${user_agent ?? sender.userAgent}`;
		const { receivedAt } = sender;
		return { ...candidate, page_id: pageIdOf({ site, visitor, address: page, receivedAt }) };
	};

	const ingestAll = (
		acts: readonly ClientAct[],
		mayBeTooLarge: boolean,
		head: IncomingMessage,
		configuration: CompiledConfiguration,
	) => {
		const sender = senderOf(head);
		return ingestEach(acts, (act) => {
			const refused = (why: Rejected) => refuseEvent(act.candidate, why, sender, configuration);
			if (act.kind === "refused") return refused(act.rejected);
			if (mayBeTooLarge && isEventTooLarge(act.candidate))
				return refused(rejected("too_large", EVENT_TOO_LARGE));
			const ingest = act.kind === "event" ? ingestEvent : ingestIdentify;
			return ingest(
				candidateOf(act, sender),
				{ ...sender, trustedFor: act.trustedFor },
				configuration,
			);
		});
	};

	const serve = async (
		endpoint: ClientEndpoint,
		request: Request,
		response: Response,
	): Promise<void> => {
		const cors = corsHeaders("collecting", request.headers.origin);
		const isGet = request.method === "GET";
		if (isGet) request.resume();
		const body = isGet ? NO_BODY : await receivedBody(request, endpoint.maxBytes);
		if (body === undefined) return;
		const asked = requestOf(request, "bytes" in body ? body.bytes : NO_BODY.bytes);

		const send = (writer: ResponseWriter, reply: ClientReply) => {
			if (writer.destroyed) return;
			writer.writeHead(reply.status, [...reply.headers, ...cors]);
			writer.end(reply.body);
		};
		const refuseWhole = (why: Refusal) => {
			const refused = rejectedBody(why);
			events.follow(() => refused);
			const reply = endpoint.refuse?.(refused, asked) ?? endpoint.answer([refused], asked);
			send(createEarlyReply(request, response), reply);
		};

		if ("refused" in body) return refuseWhole(body.refused);
		const configuration = collecting.configuration();
		if (configuration === undefined) return refuse(response, NO_CONFIGURATION, cors);
		const acts = endpoint.read(asked, configuration);
		if ("code" in acts) return refuseWhole(acts);
		const mayBeTooLarge = body.bytes.length > MAX_EVENT_BYTES;
		const outcomes = await ingestAll(acts, mayBeTooLarge, request, configuration);
		send(response, endpoint.answer(outcomes, asked));
	};

	const router = Router();
	for (const endpoint of endpoints) {
		const allowed = [...endpoint.methods, "OPTIONS"].join(", ");
		router.all([...endpoint.paths], (request, response) => {
			const { method } = request;
			const { origin } = request.headers;
			if (endpoint.methods.some((each) => each === method))
				return serve(endpoint, request, response);
			if (method === "OPTIONS") {
				response.writeHead(204, preflightHeaders("collecting", origin, endpoint.headers));
				return response.end();
			}
			const headers = ["Allow", allowed, ...corsHeaders("collecting", origin)];
			return refuse(createEarlyReply(request, response), WRONG_METHOD, headers);
		});
	}
	return router;
};
