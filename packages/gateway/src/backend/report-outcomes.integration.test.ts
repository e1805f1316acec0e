import type { IncomingMessage } from "node:http";
import type { SiteNumber } from "@footfall/shared/ids";
import type { OutcomeReport } from "@footfall/shared/outcomes";
import {
	browserHeaders,
	type RunningGateway,
	runGateway,
} from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let running: RunningGateway;
let reports: OutcomeReport[];
let requests: IncomingMessage[];
let logged: string[];
/** How the backend answers each report. */
let status: number;

const log = (fields: object, message: string) => {
	if (message.includes("outcomes")) logged.push(message);
	if (message.includes("one address")) logged.push(JSON.stringify(fields));
};

beforeEach(async () => {
	[reports, requests, logged, status] = [[], [], [], 204];
	running = await runGateway({
		snapshot: snapshotWith([siteOf({ siteId: 1 as SiteNumber, excludedPaths: ["/admin*"] })]),
		log: { info: () => undefined, warn: log, error: log },
	});
	running.backend.outcomes = (request, response) => {
		const answer = status;
		requests.push(request);
		void request.toArray().then((chunks) => {
			reports.push(JSON.parse(Buffer.concat(chunks).toString()));
			response.writeHead(answer).end();
		});
	};
});
afterEach(() => running.stop());

const send = (event: object, headers: Record<string, string> = browserHeaders) =>
	fetch(`${running.url}/api/track`, {
		method: "POST",
		headers,
		body: JSON.stringify({ type: "pageview", site_id: "1", pathname: "/", ...event }),
	});

/** Counts by name of all slots; a later total replaces an earlier one. */
const countsOf = (site: number) => {
	const latest = new Map<string, { outcome: string; count: number }>();
	for (const { counts } of reports)
		for (const { slot, outcome, count, ...entry } of counts)
			if (entry.site === site) latest.set(`${slot} ${outcome}`, { outcome, count });
	const sums: Record<string, number> = {};
	for (const { outcome, count } of latest.values()) sums[outcome] = (sums[outcome] ?? 0) + count;
	return sums;
};
const WITHIN = { timeout: 15_000 };

describe("a gateway's outcome report", () => {
	it("reports once that nearly all of a site's visitors share one address, in the log without the address and in a metric", async () => {
		const fromAll = (key?: string) =>
			Promise.all(
				Array.from({ length: 250 }, (_, nth) =>
					send(
						{ screenWidth: 1000 + (nth % 25), screenHeight: 800 },
						key === undefined ? browserHeaders : { ...browserHeaders, authorization: key },
					),
				),
			);
		await fromAll("Bearer secret-key");
		expect(logged).toEqual([]);
		await fromAll();
		await expect.poll(() => countsOf(1), WITHIN).toMatchObject({ one_address: 1 });
		expect(logged).toEqual([JSON.stringify({ site: siteOf().id })]);
		expect(await running.metric("footfall_one_address_total")).toBe(1);
	});

	it("reports the outcomes of each site's events, with the internal token", async () => {
		await send({});
		await send({ pathname: "/admin/users" });
		await send({}, { "user-agent": "curl/8.5.0" });
		await send({ site_id: "nonsense" });
		await send({ type: "no such type" });
		await send({ api_key: "wrong" });
		await fetch(`${running.url}/api/track`, { method: "POST", body: "no JSON" });
		await expect
			.poll(() => countsOf(0), WITHIN)
			.toEqual({ "rejected:unknown_site": 1, "rejected:malformed": 1 });
		await expect
			.poll(() => countsOf(1), WITHIN)
			.toEqual({
				stored: 1,
				"filtered:path": 1,
				bot: 1,
				"bot:ua_pattern": 1,
				"bot:header_heuristics": 1,
				"rejected:invalid": 1,
				"rejected:wrong_key": 1,
			});
		expect(reports.flatMap(({ unknownSites }) => unknownSites.map(({ id }) => id))).toEqual([
			"nonsense",
		]);
		expect(requests.map(({ headers }) => headers.authorization)).toEqual(
			requests.map(() => "Bearer token"),
		);
		expect(JSON.stringify(reports)).not.toContain("127.0.0.1");
	});

	it("reports how many events never arrived, once for each event that says so", async () => {
		const { given_up_by_browsers: before = 0 } = await countsOf(1);
		const metric = () => running.metric("footfall_page_events_given_up_total");
		const metricBefore = await metric();
		await send({ id: "first", given_up: 4 });
		await send({ id: "first", given_up: 4 });
		await Promise.all([1, 2, 3].map(() => send({ id: "together", given_up: 2 })));
		await send({ given_up: "many" });
		await send({ pathname: "/admin/users", given_up: 100 });
		await send({ site_id: "nonsense", given_up: 100 });
		await expect
			.poll(() => countsOf(1), WITHIN)
			.toMatchObject({ given_up_by_browsers: before + 6 });
		expect((await metric()) - metricBefore).toBe(6);
	});

	it("is repeated until the backend accepts it, and a rejected one is logged once", async () => {
		status = 500;
		await send({});
		await expect.poll(() => reports.length, WITHIN).toBeGreaterThan(1);
		expect(logged).toEqual(["The backend does not accept event outcomes"]);
		status = 204;
		const before = reports.length;
		await send({});
		await expect.poll(() => countsOf(1), WITHIN).toEqual({ stored: 2 });
		await expect.poll(() => reports.length, WITHIN).toBeGreaterThan(before);
		expect(logged).toHaveLength(1);
	});
});
