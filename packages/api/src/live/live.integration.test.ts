import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import { LIVE_FEED_HEADER, LIVE_FEED_TARGET } from "@footfall/shared/live/live-feed";
import type { EventStore } from "@footfall/store";
import { embeddedDatabase } from "@footfall/testing/api/databases";
import { openLiveClients, viewNow } from "@footfall/testing/api/live-clients";
import { startWithEvents } from "@footfall/testing/api/start-with-events";
import {
	INTERNAL_TOKEN,
	type PopulatedApi,
	startPopulatedApi,
	startTestApi,
} from "@footfall/testing/api/test-api";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

/** Fast enough for a test, slow enough to observe the steps in between. */
const pace = { lookEveryMs: 50, heartbeatMs: 200, readmitMs: 100, lifeMs: 60_000 };

let store: EventStore;
let api: PopulatedApi;
let close: () => Promise<void>;
let path: string;
beforeAll(async () => {
	({ api, store, close } = await startWithEvents(startPopulatedApi, { pace }));
	path = `/api/sites/${api.site.siteId}/live`;
});
afterAll(() => close());

const clients = openLiveClients();
afterEach(clients.close);

const connect = (
	headers: Record<string, string> = {},
	search = "",
	method = "GET",
	url = api.origin + path,
) => clients.connect(url + search, headers, method);

const visit = (pathname: string, session: number, user = "") =>
	store.insert("events", ...viewNow(api.site.siteId, pathname, session, user));

const link = async (action: string) => {
	const { body } = await api.ask(`/api/sites/${api.site.siteId}/private-link-config`, {
		headers: api.as.owner,
		body: { action },
	});
	return (body as { data: { privateLinkKey: string } }).data.privateLinkKey;
};

describe("a live stream", () => {
	it("pushes visitors and events as they are stored", async () => {
		const stream = await connect(api.as.member);
		expect([stream.status, stream.headers["content-type"]]).toEqual([
			200,
			"text/event-stream; charset=utf-8",
		]);
		expect(stream.headers["cache-control"]).toBe("no-store, no-transform");
		expect(await stream.block()).toBe("retry: 3000");
		expect((await stream.next("visitors")).data).toEqual({ count: 0, minutes: 5 });
		await visit("/first", 1, "anna@example.com");
		expect((await stream.next("visitors")).data).toEqual({ count: 1, minutes: 5 });
		const pushed = await stream.next("events");
		expect(pushed.data).toMatchObject({
			events: [{ pathname: "/first", identified_user_id: "anna@example.com" }],
		});
		expect(pushed.id).toBe((pushed.data["events"] as { timestamp: string }[])[0]?.timestamp);
		await visit("/second", 1);
		expect((await stream.next("events")).data).toMatchObject({ events: [{ pathname: "/second" }] });
	});

	it("resumes after a reconnecting client's last event", async () => {
		await visit("/before", 2);
		const first = await connect(api.as.member, `?since_timestamp=${new Date(0).toISOString()}`);
		let pushed = await first.next("events");
		while (!JSON.stringify(pushed.data).includes("/before")) pushed = await first.next("events");
		const { id } = pushed;
		first.leave();
		await visit("/meanwhile", 2);
		const again = await connect({ ...api.as.member, "last-event-id": id ?? "" });
		expect((await again.next("events")).data).toMatchObject({
			events: [{ pathname: "/meanwhile" }],
		});
	});

	it("shows pseudonyms to visitors, and only the shown areas to those of a limited link", async () => {
		const key = await link("generate_private_link_key");
		const since = `?private_key=${key}&since_timestamp=${new Date(0).toISOString()}`;
		// With a cookie, so that its cached rights are not used for the limited link.
		const stream = await connect({ cookie: "first=1" }, since);
		expect(JSON.stringify((await stream.next("events")).data)).not.toContain("anna@example.com");
		const limit = (areas: string[] | null) =>
			api.ask(`/api/sites/${api.site.siteId}/private-link-config/areas`, {
				method: "PUT",
				headers: api.as.owner,
				body: { areas },
			});
		await limit(["overview"]);
		const limited = await connect({}, since);
		await limited.next("visitors");
		await visit("/hidden", 3);
		await limited.next("visitors");
		// A heartbeat follows all pending news.
		let text = "";
		while (text !== ": still here") {
			text = await limited.block();
			expect(text).not.toContain("/hidden");
		}
		await limit(["pages"]);
		expect((await connect({}, since)).status).toBe(403);
		expect((await limited.next("end")).data).toMatchObject({ code: "FORBIDDEN" });
		await limit(null);
	});

	it("ends when the link is revoked", async () => {
		const key = await link("generate_private_link_key");
		const stream = await connect({ "x-private-key": key });
		await stream.next("visitors");
		await link("revoke_private_link_key");
		expect((await stream.next("end")).data).toMatchObject({ code: "AUTHENTICATION_REQUIRED" });
		await stream.over();
	});

	it("ends when the session ends", async () => {
		const { email } = await api.join("member", "leaver");
		const cookie = await api.signIn({ email, password: "correct horse" });
		const stream = await connect(cookie);
		await stream.next("visitors");
		await api.ask("/api/auth/sign-out", { method: "POST", headers: cookie });
		expect((await stream.next("end")).data).toMatchObject({ code: "AUTHENTICATION_REQUIRED" });
		await stream.over();
	});

	it("sends heartbeats while nothing happens", async () => {
		const stream = await connect(api.as.member);
		await stream.next("visitors");
		expect(await stream.block()).toBe(": still here");
	});

	it("is limited in number for each caller, and frees its slot when closed", async () => {
		const streams = [];
		for (let count = 0; count < 50; count++) streams.push(await connect(api.as.admin));
		const refused = await connect(api.as.admin);
		expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "30"]);
		expect((await connect(api.as.member)).status).toBe(200);
		streams[0]?.leave();
		await expect.poll(async () => (await connect(api.as.admin)).status).toBe(200);
	});

	it("takes no slot for HEAD, and needs none", async () => {
		const before = [];
		for (let count = 0; count < 50; count++) before.push(await connect(api.as.owner));
		for (let count = 0; count < 20; count++)
			expect((await connect(api.as.owner, "", "HEAD")).status).toBe(200);
		before[0]?.leave();
		await expect.poll(async () => (await connect(api.as.owner)).status).toBe(200);
	});

	it.each(["yesterday", "1", "2026-13-45T00:00:00Z", "2026-01-01", "' OR 1=1"])(
		"refuses to start at %j",
		async (since) =>
			expect(
				(await connect(api.as.owner, `?since_timestamp=${encodeURIComponent(since)}`)).status,
			).toBe(400),
	);

	it("begins now when the header is invalid", async () =>
		expect((await connect({ ...api.as.owner, "last-event-id": "x".repeat(500) })).status).toBe(
			200,
		));
});

describe("a tunnel to the server", () => {
	/** The reply to `CONNECT`: its first line, or "closed". */
	const connectTo = async (target: string, authorization: string) => {
		const socket = connectTcp(api.port, "127.0.0.1");
		socket.on("error", () => undefined);
		socket.write(
			`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\nAuthorization: ${authorization}\r\n\r\n`,
		);
		const answered = once(socket, "data").then(([bytes]) => String(bytes).split("\r\n", 1)[0]);
		const answer = await Promise.race([answered, once(socket, "close").then(() => "closed")]);
		socket.destroy();
		return answer;
	};

	it("is for gateways only", async () => {
		expect(await connectTo(LIVE_FEED_TARGET, `Bearer ${INTERNAL_TOKEN}`)).toBe("HTTP/1.1 200 OK");
		expect(await connectTo(LIVE_FEED_TARGET, "Bearer guessed")).toBe("closed");
		expect(await connectTo(LIVE_FEED_TARGET, api.as.ownerKey.authorization)).toBe("closed");
		expect(await connectTo("example.com:443", `Bearer ${INTERNAL_TOKEN}`)).toBe("closed");
	});

	it.each(["", "guessed 1", "1", " ", "guessed -1"])(
		"is not used when it does not exist, by the name %j",
		async (name) => {
			const stream = await connect({ ...api.as.admin, [LIVE_FEED_HEADER]: name });
			await stream.next("visitors");
			expect(stream.headers).not.toHaveProperty("x-footfall-live-held");
		},
	);
});

describe("a stopping server", () => {
	it("ends its streams first", async () => {
		const databases = await embeddedDatabase.open();
		const other = await startTestApi(await databases.create(), { pace });
		const headers = await other.signIn();
		const { siteId } = other.firstStart?.site ?? {};
		const stream = await connect(headers, "", "GET", `${other.origin}/api/sites/${siteId}/live`);
		await stream.next("visitors");
		const closing = other.close();
		expect((await stream.next("end")).data).toMatchObject({ code: "RESTARTING" });
		await closing;
		await databases.close();
	});
});
