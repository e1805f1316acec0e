import { type Viewer, viewerHeaders } from "../router/viewer.ts";
import { post } from "./client.ts";
import { failureOf, RequestFailure, refusalOf } from "./failure.ts";
import { markLoaded } from "./idle.ts";
import { jsonLines, textChunks } from "./lines.ts";
import type { paths } from "./schema.ts";

/** The paths below a site that return JSON to GET. */
type Answers = {
	[Path in keyof paths as Path extends `/api/sites/{site}/${infer Name}`
		? Name
		: never]: paths[Path] extends {
		get: { responses: { 200: { content: { "application/json": infer Answer } } } };
	}
		? Answer
		: never;
};
export type ReportName = keyof Answers & string;
export type AnswerTo<Name extends ReportName> = Answers[Name];

export type QueryParameters = Readonly<Record<string, string | number | boolean>>;

export interface SiteQuery {
	/** Path of the report below the site: `overview/time-series`. */
	report: string;
	parameters: QueryParameters;
}

/** The most queries of one request; see the api's document. */
const MAX_QUERIES = 24;

interface Waiting {
	query: SiteQuery;
	signal: AbortSignal;
	resolve(answer: unknown): void;
	reject(failure: RequestFailure): void;
}

interface Line {
	id: string;
	status: number;
	body: unknown;
	retryAfter?: number;
}

const isLine = (value: unknown): value is Line =>
	typeof value === "object" && value !== null && "id" in value && "status" in value;

/** A signal that aborts when no query waits any longer. */
const whenAllAbort = (signals: readonly AbortSignal[]): AbortSignal => {
	const controller = new AbortController();
	let left = signals.length;
	const onAbort = () => {
		left--;
		if (left === 0) controller.abort();
	};
	for (const signal of signals)
		if (signal.aborted) onAbort();
		else signal.addEventListener("abort", onAbort, { once: true });
	return controller.signal;
};

/** Sends some queries in one request; each resolves as soon as its line arrives. */
const send = async (site: string, viewer: Viewer, all: readonly Waiting[]): Promise<void> => {
	const open = new Map(all.map((one, index) => [String(index), one]));
	const failAll = (failure: RequestFailure) => {
		for (const one of open.values()) one.reject(failure);
	};
	try {
		const response = await post(
			`/api/sites/${encodeURIComponent(site)}/reports`,
			{ questions: [...open].map(([id, { query }]) => ({ id, ...query })) },
			{ headers: viewerHeaders(viewer), signal: whenAllAbort(all.map(({ signal }) => signal)) },
		);
		if (!response.ok || !response.body) {
			const body: unknown = await response.json().catch(() => undefined);
			return failAll(
				refusalOf(response.status, body, Number(response.headers.get("retry-after") ?? Number.NaN)),
			);
		}
		for await (const line of jsonLines(textChunks(response.body))) {
			const one = isLine(line) ? open.get(line.id) : undefined;
			if (!isLine(line) || !one) continue;
			open.delete(line.id);
			if (line.status < 400) one.resolve(line.body);
			else one.reject(refusalOf(line.status, line.body, line.retryAfter));
		}
		// A connection that breaks leaves queries without a response.
		failAll(new RequestFailure({ kind: "unreachable" }));
	} catch (error) {
		failAll(failureOf(error));
	} finally {
		markLoaded();
	}
};

const groups = new Map<string, Waiting[]>();

/**
 * Requests a report. Queries about the same site that start together are sent in one request, so that the API can share
 * work among them and answer figures first.
 * @throws RequestFailure
 */
export const fetchSiteReport = (
	{ site, viewer }: { site: string; viewer: Viewer },
	query: SiteQuery,
	signal: AbortSignal,
): Promise<unknown> =>
	new Promise((resolve, reject) => {
		const waiting: Waiting = { query, signal, resolve, reject };
		signal.addEventListener("abort", () => reject(new RequestFailure({ kind: "unreachable" })), {
			once: true,
		});
		const key = JSON.stringify([site, viewer]);
		const group = groups.get(key);
		if (group && group.length < MAX_QUERIES) {
			group.push(waiting);
			return;
		}
		const started = [waiting];
		groups.set(key, started);
		// Runs after the effects of all cards that were rendered together.
		setTimeout(() => {
			if (groups.get(key) === started) groups.delete(key);
			void send(site, viewer, started);
		});
	});
