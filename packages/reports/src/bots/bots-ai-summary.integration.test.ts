import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assistantOperatorOf } from "./ai-assistants.ts";

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;

beforeAll(async () => {
	store = await openTestStore();
	ask = createReportRunner({ store });
	await store.command(`INSERT INTO bots (site_id, timestamp, pathname, bot_operator, bot_name, bot_purpose) VALUES
		(1, '2026-11-20 10:00:00', '/a', 'OpenAI', 'GPTBot', 'ai_training'),
		(1, '2026-11-20 11:00:00', '/b', 'OpenAI', 'GPTBot', 'ai_training'),
		(1, '2026-11-20 11:00:00', '/b', 'OpenAI', 'ChatGPT-User', 'ai_agent'),
		(1, '2026-11-20 11:00:00', '/b', 'Google', 'Googlebot', 'search'),
		(1, '2026-11-20 11:00:00', '/b', '', 'SomeBot', 'ai_search'),
		(2, '2026-11-20 11:00:00', '/b', 'OpenAI', 'GPTBot', 'ai_training'),
		(4, '2026-11-20 11:00:00', '', 'OpenAI', 'GPTBot', 'ai_training')`);
	await store.command(`INSERT INTO events (site_id, timestamp, session_id, channel, referrer, url_parameters) VALUES
		(1, '2026-11-20 10:00:00', 1, 'AI', 'https://chatgpt.com/', {}),
		(1, '2026-11-20 10:00:00', 2, 'AI', '', {'utm_source': 'ChatGPT.com'}),
		(1, '2026-11-20 10:00:00', 3, 'AI', 'https://www.perplexity.ai/search', {}),
		(1, '2026-11-20 10:00:00', 4, 'Referral', 'https://claude.ai/', {}),
		(5, '2026-11-20 10:00:00', 1, 'AI', '', {'utm_source': 'chatgpt.com'}),
		(5, '2026-11-20 10:05:00', 1, 'AI', 'https://www.perplexity.ai/', {})`);
});
afterAll(async () => {
	await store.close();
});

describe("an assistant's domain", () => {
	it.each([
		["chatgpt.com", "OpenAI"],
		["www.perplexity.ai", "Perplexity"],
		["notchatgpt.com", "notchatgpt.com"],
		["poe.com", "poe.com"],
	])("%s belongs to %s", (domain, operator) => expect(assistantOperatorOf(domain)).toBe(operator));
});

describe("the summary of AI operators", () => {
	it("shows reads beside referred visitors, each even without the other", async () =>
		expect(await ask(1, "/bots/ai-summary", { bucket: "hour" })).toEqual({
			data: [
				{
					operator: "OpenAI",
					crawls: 3,
					training_crawls: 2,
					search_crawls: 0,
					agent_requests: 1,
					referrals: 2,
					crawls_per_referral: 1.5,
					pages: 2,
					referrer_domains: ["chatgpt.com"],
					bots: [
						{
							name: "GPTBot",
							purpose: "ai_training",
							reads: 2,
							pages: 2,
							trend: [
								["2026-11-20 10:00:00", 1],
								["2026-11-20 11:00:00", 1],
							],
						},
						{
							name: "ChatGPT-User",
							purpose: "ai_agent",
							reads: 1,
							pages: 1,
							trend: [["2026-11-20 11:00:00", 1]],
						},
					],
				},
				{
					operator: "Perplexity",
					crawls: 0,
					training_crawls: 0,
					search_crawls: 0,
					agent_requests: 0,
					referrals: 1,
					crawls_per_referral: 0,
					pages: 0,
					referrer_domains: ["perplexity.ai"],
					bots: [],
				},
			],
		}));

	it("counts a request without a path as a read, but not as a page", async () =>
		expect(await ask(4, "/bots/ai-summary")).toMatchObject({
			data: [{ crawls: 1, pages: 0, bots: [{ reads: 1, pages: 0 }] }],
		}));

	it("attributes a session to the assistant that sent it first, whether by link or by referrer", async () =>
		expect(await ask(5, "/bots/ai-summary")).toMatchObject({
			data: [{ operator: "OpenAI", referrals: 1, referrer_domains: ["chatgpt.com"] }],
		}));

	it("is empty for a site that no operator knows", async () =>
		expect(await ask(3, "/bots/ai-summary")).toEqual({ data: [] }));
});
