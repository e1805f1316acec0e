import { failingProducer } from "@footfall/testing/gateway/failing-producer";
import { type RunningGateway, runGateway } from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { afterEach, describe, expect, it } from "vitest";

const website = "b59e9c65-ae32-47f1-8400-119fcf4861c4";
const shop = siteOf({
	blockBots: false,
	clientIds: [
		{ product: "plausible", id: "shop.example" },
		{ product: "umami", id: website },
	],
});

const view = { type: "event", payload: { website, url: "https://shop.example/" } };
const REQUESTS = [
	["/api/event", { n: "pageview", u: "https://shop.example/", d: "shop.example" }, 202],
	["/api/send", view, 200],
	["/api/batch", [view, view], 200],
] as const;

let running: RunningGateway;
afterEach(() => running.stop());

const send = (path: string, body: unknown) =>
	fetch(running.url + path, { method: "POST", body: JSON.stringify(body) });

describe("other products' endpoints", () => {
	it.each(REQUESTS)(
		"%s says that it may be retried while the queue cannot store",
		async (path, body, status) => {
			const producer = failingProducer();
			running = await runGateway({ producer, snapshot: snapshotWith([shop]) });
			const refused = await send(path, body);
			expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
			producer.works = true;
			expect((await send(path, body)).status).toBe(status);
		},
	);

	it("count what they refuse like our own", async () => {
		running = await runGateway({ snapshot: snapshotWith([shop]) });
		await send("/api/event", { n: "pageview", u: "https://other.example/" });
		await send("/api/event", "pageview");
		await send("/api/send", { type: "pulse", payload: { website } });
		const rejected = (reason: string) =>
			running.metric(`footfall_events_rejected_total{reason="${reason}"}`);
		expect(await Promise.all(["unknown_site", "malformed", "invalid"].map(rejected))).toEqual([
			1, 1, 1,
		]);
	});
});
