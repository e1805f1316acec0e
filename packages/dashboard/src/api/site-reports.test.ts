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

/** What the api answers to the queries of one request. */
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

describe("questions about a site", () => {
	it("of one moment are one request, answered in any order", async () => {
		answer = ({ questions }) =>
			linesOf(questions.toReversed().map(({ id, report }) => ({ id, status: 200, body: report })));
		expect(await Promise.all([ask("overview"), ask("metric"), ask("goals")])).toEqual([
			"overview",
			"metric",
			"goals",
		]);
		expect(requests).toHaveLength(1);
	});

	it("are refused one by one", async () => {
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

	it("fail when the answer breaks off before their line", async () => {
		answer = () => linesOf([{ id: "0", status: 200, body: 1 }]);
		const all = await Promise.allSettled([ask("overview"), ask("metric")]);
		expect(all).toMatchObject([{ value: 1 }, { reason: { kind: "unreachable" } }]);
	});

	it("fail when the answer breaks off within a line, or its connection ends", async () => {
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

	it("fail together when a proxy answers with a page of its own", async () => {
		const page = "<!doctype html>\n<title>Proxy</title>";
		answer = () => new Response(page, { headers: { "content-type": "text/html" } });
		const all = await Promise.allSettled([ask("overview"), ask("metric")]);
		for (const one of all) expect(one).toMatchObject({ reason: { kind: "unreachable" } });
		answer = () => new Response(page, { status: 502 });
		expect(await Promise.allSettled([ask("overview")])).toMatchObject([
			{ reason: { kind: "refused", status: 502, message: "", isPassing: true } },
		]);
	});

	it("fail as too slow when the answer takes too long", async () => {
		answer = () => {
			throw new DOMException("The operation timed out", "TimeoutError");
		};
		expect(await Promise.allSettled([ask("overview")])).toMatchObject([
			{ reason: { kind: "too-slow" } },
		]);
	});

	it("do not fit into one request without end", async () => {
		answer = ({ questions }) => linesOf(questions.map(({ id }) => ({ id, status: 200, body: id })));
		await Promise.all(Array.from({ length: 30 }, () => ask("metric")));
		expect(requests.map(({ questions }) => questions.length)).toEqual([24, 6]);
	});
});

it("lines of JSON are read wherever the stream is cut", () =>
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
