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

describe("a request that a layer takes for a bot's", () => {
	it("is answered like any other and queued with what was found, by whom and why", async () => {
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

	it("names every layer, with the evidence of each", async () => {
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
					"Censys (AS398324) runs nothing but crawlers",
				],
			},
		});
	});

	it("may be a browser that sends too much at once, but not one that was offline or has a key", async () => {
		const pages = (held: number) =>
			Array.from({ length: 40 }, (_, index) => ({
				type: "pageview",
				site_id: "1",
				_bs: 0,
				pathname: `/${index % 5}`,
				timestamp: 1_000,
				sent_at: 1_000 + held,
			}));
		const send = (address: string, held: number, headers: Record<string, string> = {}) =>
			fetch(`${running.url}/api/track`, {
				method: "POST",
				headers: { ...browserHeaders, "x-forwarded-for": address, ...headers },
				body: JSON.stringify(pages(held)),
			});
		const botsAmong = async () =>
			(await running.appended(40))
				.filter(({ bot }) => bot !== undefined)
				.map(({ bot }) => bot?.layers);

		await send("203.0.113.20", 0);
		expect(await botsAmong()).toEqual(new Array(10).fill(["rate_anomaly"]));
		await send("203.0.113.21", 3_600_000);
		expect(await botsAmong()).toEqual([]);
		await send("203.0.113.22", 0, { authorization: "Bearer secret-key" });
		expect(await botsAmong()).toEqual([]);
	});
});
