// @vitest-environment jsdom
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { jsonLines } from "./lines.ts";
import { fetchSiteReport } from "./site-reports.ts";

const SITE = { site: "0123456789ab", viewer: { via: "cookie" } as const };
const ask = (report: string) =>
	fetchSiteReport(SITE, { report, parameters: {} }, new AbortController().signal);

interface Sent {
	questions: { id: string; report: string }[];
}

/** The API's response to the queries of one request. */
let answer: (sent: Sent) => Response;
let requests: Sent[];

const linesOf = (lines: readonly object[]) =>
	new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));

beforeEach(() => {
	requests = [];
	vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
		const sent: Sent = JSON.parse(body);
		requests.push(sent);
		return answer(sent);
	});
});
afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

describe("queries about a site", () => {
	it("share one request when they start together, and are answered in any order", async () => {
		answer = ({ questions }) =>
			linesOf(questions.toReversed().map(({ id, report }) => ({ id, status: 200, body: report })));
		expect(await Promise.all([ask("overview"), ask("metric"), ask("goals")])).toEqual([
			"overview",
			"metric",
			"goals",
		]);
		expect(requests).toHaveLength(1);
	});

	it("fail one by one when the API refuses them", async () => {
		answer = () =>
			linesOf([
				{ id: "0", status: 200, body: 1 },
				{ id: "1", status: 400, body: { message: "Invalid filters", details: ["why"] } },
			]);
		const [good, bad] = await Promise.allSettled([ask("overview"), ask("metric")]);
		expect(good).toEqual({ status: "fulfilled", value: 1 });
		expect(bad).toMatchObject({
			reason: { status: 400, message: "Invalid filters", details: ["why"] },
		});
	});

	it("fail together when the request is refused", async () => {
		answer = () => new Response('{"message":"Unauthorized"}', { status: 401 });
		const all = await Promise.allSettled([ask("overview"), ask("metric")]);
		for (const one of all) expect(one).toMatchObject({ reason: { kind: "refused", status: 401 } });
	});

	it("fail when the response ends before their line", async () => {
		answer = () => linesOf([{ id: "0", status: 200, body: 1 }]);
		const all = await Promise.allSettled([ask("overview"), ask("metric")]);
		expect(all).toMatchObject([{ value: 1 }, { reason: { kind: "unreachable" } }]);
	});

	it("fail when the response is cut off within a line, or the connection breaks", async () => {
		answer = () => new Response('{"id":"0","status":200,"body":1}\n{"id":"1","sta');
		expect(await Promise.allSettled([ask("overview"), ask("metric")])).toMatchObject([
			{ value: 1 },
			{ reason: { kind: "unreachable" } },
		]);
		answer = () =>
			new Response(
				new ReadableStream({
					pull: (controller) => controller.error(new TypeError("network error")),
				}),
			);
		expect(await Promise.allSettled([ask("overview")])).toMatchObject([
			{ reason: { kind: "unreachable" } },
		]);
	});

	it("fail together when a proxy sends a page of its own", async () => {
		const page = "<!doctype html>\n<title>Proxy</title>";
		answer = () => new Response(page, { headers: { "content-type": "text/html" } });
		const all = await Promise.allSettled([ask("overview"), ask("metric")]);
		for (const one of all) expect(one).toMatchObject({ reason: { kind: "unreachable" } });
		answer = () => new Response(page, { status: 502 });
		expect(await Promise.allSettled([ask("overview")])).toMatchObject([
			{ reason: { kind: "refused", status: 502, message: "", isPassing: true } },
		]);
	});

	it("fail as too slow when the response takes too long", async () => {
		answer = () => {
			throw new DOMException("The operation timed out", "TimeoutError");
		};
		expect(await Promise.allSettled([ask("overview")])).toMatchObject([
			{ reason: { kind: "too-slow" } },
		]);
	});

	it("are split into several requests above the limit of one", async () => {
		answer = ({ questions }) => linesOf(questions.map(({ id }) => ({ id, status: 200, body: id })));
		await Promise.all(Array.from({ length: 30 }, () => ask("metric")));
		expect(requests.map(({ questions }) => questions.length)).toEqual([24, 6]);
	});
});

it("parses lines of JSON wherever the stream is cut", () =>
	fc.assert(
		fc.asyncProperty(fc.array(fc.jsonValue()), fc.array(fc.nat(200)), async (values, cuts) => {
			const text = values.map((value) => `${JSON.stringify(value)}\n`).join("");
			const chunks = async function* () {
				const edges = [0, ...cuts.map((cut) => Math.min(cut, text.length)), text.length];
				edges.sort((one, other) => one - other);
				for (const [index, edge] of edges.entries()) yield text.slice(edges[index - 1] ?? 0, edge);
			};
			const read: unknown[] = [];
			for await (const value of jsonLines(chunks())) read.push(value);
			expect(read).toEqual(JSON.parse(JSON.stringify(values)));
		}),
	));
