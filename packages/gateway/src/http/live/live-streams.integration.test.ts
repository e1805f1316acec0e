import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { EventStore } from "@footfall/store";
import { startWithEvents } from "@footfall/testing/api/start-with-events";
import {
	INTERNAL_TOKEN,
	type PopulatedApi,
	startPopulatedApi,
} from "@footfall/testing/api/test-api";
import { type RunningGateway, runGateway } from "@footfall/testing/gateway/running-gateway";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

/** Fast enough for a test, slow enough to see what comes between. */
const pace = { lookEveryMs: 50, heartbeatMs: 200, readmitMs: 100, lifeMs: 60_000 };

let api: PopulatedApi;
let store: EventStore;
let close: () => Promise<void>;
let running: RunningGateway;
let path: string;
beforeAll(async () => {
	({ api, store, close } = await startWithEvents(startPopulatedApi, { pace }));
	path = `/api/sites/${api.site.siteId}/live`;
	running = await runGateway({ backend: { origin: api.origin }, internalToken: INTERNAL_TOKEN });
	await api.ask(`/api/sites/${api.site.siteId}/config`, {
		method: "PUT",
		headers: api.as.owner,
		body: { public: true },
	});
});
afterAll(async () => {
	await running.stop();
	await close();
});

it("x", async () => {
	const sent = request(running.url + path);
	sent.end();
	const [answer] = (await once(sent, "response")) as [IncomingMessage];
	console.log(answer.statusCode, answer.headers);
	answer.on("data", (x) => console.log(performance.now(), String(x)));
	await new Promise((r) => setTimeout(r, 500));
	console.log(api.liveStreams());
	await store.insert(
		"events",
		["site_id", "timestamp", "type", "session_id", "user_id", "identified_user_id", "pathname", "event_id"],
		[[api.site.siteId, new Date().toISOString().slice(0, 23).replace("T", " "), "pageview", 1, 1, "", "/a", "1"]],
	);
	await new Promise((r) => setTimeout(r, 1500));
	sent.destroy();
	await new Promise((r) => setTimeout(r, 500));
	console.log(api.liveStreams());
});
