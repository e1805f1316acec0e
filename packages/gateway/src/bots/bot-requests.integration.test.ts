import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mmdbFile } from "@footfall/testing/gateway/mmdb-file";
import {
	browserHeaders,
	type RunningGateway,
	runGateway,
} from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const PERSON = "203.0.113.5";
const CENSYS = "198.51.100.5";

let directory: string;
let running: RunningGateway;
beforeAll(async () => {
	directory = mkdtempSync(join(tmpdir(), "footfall-judged-"));
	const asnDatabase = join(directory, "asn.mmdb");
	writeFileSync(
		asnDatabase,
		mmdbFile({
			"198.51.100.0/24": {
				autonomous_system_number: 398324,
				autonomous_system_organization: "CENSYS-ARIN-01",
			},
		}),
	);
	const botRanges = join(directory, "ranges");
	mkdirSync(botRanges);
	writeFileSync(join(botRanges, "GPTBot.json"), JSON.stringify([`${PERSON}/32`]));
	running = await runGateway({ asnDatabase, botRanges, snapshot: snapshotWith([siteOf()]) });
});
afterAll(async () => {
	await running.stop();
	rmSync(directory, { recursive: true });
});

const track = (event: object, headers: Record<string, string> = {}) =>
	fetch(`${running.url}/api/track`, {
		method: "POST",
		headers: { ...browserHeaders, "x-forwarded-for": PERSON, ...headers },
		body: JSON.stringify({ type: "pageview", site_id: "1", _bs: 0, ...event }),
	});

describe("a request that a layer attributes to a bot", () => {
	it("is answered like any other and queued with the finding, the layer and the evidence", async () => {
		expect(await (await track({}, { "user-agent": "GPTBot/1.2" })).json()).toEqual({
			success: true,
		});
		const [{ bot } = {}] = await running.appended(1);
		expect(bot).toEqual({
			layers: ["ua_pattern"],
			category: "ai",
			matchedPattern: "GPTBot",
			name: "GPTBot",
			operator: "OpenAI",
			purpose: "ai_training",
			claim: "verified",
			asnProvider: "",
			evidence: ["the agent says GPTBot"],
		});
	});

	it("names every layer that hit, with its evidence", async () => {
		await track(
			{ _bs: 4, _bsm: 0b10001 },
			{ "user-agent": "curl/8.5.0", "x-forwarded-for": CENSYS },
		);
		const [{ bot, asn, asnOrganization } = {}] = await running.appended(1);
		expect({ bot, asn, asnOrganization }).toEqual({
			asn: 398324,
			asnOrganization: "CENSYS-ARIN-01",
			bot: {
				layers: ["ua_pattern", "header_heuristics", "client_signals", "bot_asn"],
				category: "framework",
				matchedPattern: "^curl",
				name: "curl",
				operator: "",
				purpose: "scripted",
				claim: "claimed",
				asnProvider: "Censys",
				evidence: [
					"the agent says curl",
					"the agent of a library 5: 5 of 5 points",
					"the client's own score 4, automation: 4 of 3 points",
					"Censys (AS398324) only runs crawlers",
				],
			},
		});
	});
});

describe("a request rate", () => {
	const send = (address: string, events: readonly object[], headers: Record<string, string> = {}) =>
		fetch(`${running.url}/api/track`, {
			method: "POST",
			headers: { ...browserHeaders, "x-forwarded-for": address, ...headers },
			body: JSON.stringify(events.map((event) => ({ site_id: "1", _bs: 0, ...event }))),
		});
	const views = (count: number, more: (index: number) => object) =>
		Array.from({ length: count }, (_, index) => ({ type: "pageview", ...more(index) }));
	const statuses = async (answer: Response) => {
		const { results } = (await answer.json()) as { results: { status: string }[] };
		const stored = results.filter(({ status }) => status === "stored").length;
		return { stored, rejected: results.length - stored };
	};
	/** A page load every second for five minutes, with no page viewed. */
	const driven = views(300, (index) => ({
		page_id: `driven${index}`,
		seq: 0,
		timestamp: index * 1_000,
		sent_at: 300_000,
	}));

	it("marks no visitor of a crowd", async () => {
		const crowd = views(200, (index) => ({ page_id: `crowd${index}`, seq: 0 }));
		await send("203.0.113.20", crowd);
		const queued = await running.appended(200);
		expect(queued.filter(({ bot, suspected }) => bot ?? suspected)).toEqual([]);
	});

	it("of unviewed page loads marks events, unless they came with a key", async () => {
		const marked = async () =>
			(await running.appended(300)).map(({ bot, suspected }) => bot ?? suspected ?? 0);
		await send("203.0.113.21", driven);
		expect(new Set(await marked())).toEqual(new Set([0, 1]));
		await send("203.0.113.22", driven, { authorization: "Bearer secret-key" });
		expect(new Set(await marked())).toEqual(new Set([0]));
	});

	it("of one page load is bounded, and its tracker is told the reason", async () => {
		const loop = views(500, () => ({ page_id: "loop" }));
		expect(await statuses(await send("203.0.113.23", loop))).toEqual({ stored: 500, rejected: 0 });
		await running.appended(500);
		const compact = [1, Date.now(), "example.com", "en", 1280, 720, false, 1, true];
		const answer = await fetch(`${running.url}/api/track`, {
			method: "POST",
			headers: { ...browserHeaders, "x-forwarded-for": "203.0.113.23" },
			body: JSON.stringify([...compact, [Date.now(), "1", 1, "loop", 500, "/"]]),
		});
		expect([answer.status, await answer.text()]).toEqual([
			422,
			"Too many events from one page load: at most 500 in 10 seconds",
		]);
	});

	it("of events without page loads, higher than any crowd's, is limited", async () => {
		const raw = views(500, () => ({}));
		const answers = [];
		for (let batch = 0; batch < 4; batch++)
			answers.push(await statuses(await send("203.0.113.24", raw)).catch(() => "refused"));
		expect(answers[0]).toEqual({ stored: 500, rejected: 0 });
		await running.appended(500);
		const answer = await send("203.0.113.24", [{ type: "pageview" }]);
		const single = await track({}, { "x-forwarded-for": "203.0.113.24" });
		expect([answer.status, single.status]).toEqual([429, 429]);
	});

	it("does not affect other addresses: an iPad that asks for desktop pages is counted as a tablet", async () => {
		const compact = [1, Date.now(), "example.com", "en", 1024, 1366, false, -5, 0];
		await fetch(`${running.url}/api/track`, {
			method: "POST",
			headers: {
				...browserHeaders,
				"x-forwarded-for": "203.0.113.25",
				"user-agent":
					"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
			},
			body: JSON.stringify([...compact, [Date.now(), "1", 1, "ipad", 0, "/"]]),
		});
		expect((await running.appended(1)).map(({ deviceType }) => deviceType)).toEqual(["Tablet"]);
	});
});
