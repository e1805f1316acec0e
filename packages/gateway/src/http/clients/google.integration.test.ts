import { createHash } from "node:crypto";
import { QueueUnavailableError } from "@footfall/queue";
import type { QueuedEvent } from "@footfall/shared/queued-event";
import {
	browserHeaders,
	type RunningGateway,
	runGateway,
} from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const VISITOR = "81.2.69.142";
const ID = "G-AB12CD34EF";
const SECRET = "measurement-secret";
const secretHash = createHash("sha256").update(SECRET).digest("base64url");
const snapshot = snapshotWith([siteOf({ clientIds: [{ product: "google", id: ID, secretHash }] })]);

let running: RunningGateway;
beforeAll(async () => {
	running = await runGateway({ snapshot });
});
afterAll(() => running.stop());

interface Sent {
	id?: string;
	secret?: string;
	path?: string;
	to?: string;
}

/** As Google's guide to the Measurement Protocol sends it. */
const collect = async (
	body: unknown,
	{ id = ID, secret = SECRET, path = "/mp/collect", to = running.url }: Sent = {},
) => {
	const response = await fetch(`${to}${path}?measurement_id=${id}&api_secret=${secret}`, {
		method: "POST",
		body: typeof body === "string" ? body : JSON.stringify(body),
	});
	return { status: response.status, body: await response.text() };
};
const RECEIVED = { status: 204, body: "" };

/** What differs even in the same situation: ids and moments. */
const comparable = ({
	id: _id,
	receivedAt: _receivedAt,
	occurredAt: _occurredAt,
	...columns
}: QueuedEvent) => columns;

describe("the Measurement Protocol", () => {
	const page = {
		page_location: "https://shop.example/cart?utm_source=news&b=1",
		page_title: "Cart",
		page_referrer: "https://www.google.com/",
	};
	const order = { value: 29.9, currency: "EUR", transaction_id: "o-1" };
	const payload = {
		client_id: "123.456",
		user_id: "u-1",
		ip_override: VISITOR,
		user_agent: browserHeaders["user-agent"],
		device: { language: "en-GB", screen_resolution: "1280x720" },
		user_properties: { plan: { value: "pro" } },
		events: [
			{ name: "page_view", params: { ...page, session_id: "9", engagement_time_msec: 100 } },
			{ name: "sign_up", params: { ...page, method: "mail" } },
			{ name: "purchase", params: { ...page, ...order } },
		],
	};

	it("stores the columns that our own events have in the same situation", async () => {
		expect(await collect(payload)).toEqual(RECEIVED);
		const theirs = await running.appended(3);
		const [identified] = await running.identified(1);
		const own = {
			...{ site_id: "1", api_key: "secret-key", ip_address: VISITOR },
			user_agent: browserHeaders["user-agent"],
			...{ hostname: "shop.example", pathname: "/cart", querystring: "?utm_source=news&b=1" },
			...{ referrer: "https://www.google.com/", language: "en-GB", page_title: "Cart" },
			...{ screenWidth: 1280, screenHeight: 720, user_id: "u-1", anonymous_id: "123.456" },
		};
		const events = [
			{ ...own, type: "pageview" },
			{ ...own, type: "custom_event", event_name: "sign_up", properties: { method: "mail" } },
			{ ...own, type: "custom_event", event_name: "purchase", properties: order },
		];
		await fetch(`${running.url}/api/track`, { method: "POST", body: JSON.stringify({ events }) });
		const ours = await running.appended(3);
		expect(theirs.map(comparable)).toEqual(ours.map(comparable));
		expect(ours[2]).toMatchObject({ revenue: "29.9", currency: "EUR", country: "GB" });
		expect(identified).toMatchObject({ user: "u-1", traits: { plan: "pro" } });
	});

	it("stores an event of the past as of then", async () => {
		const at = Date.now() - 3_600_000;
		await collect({ client_id: "1", timestamp_micros: at * 1000, events: [{ name: "a" }] });
		expect(await running.appended(1)).toMatchObject([{ occurredAt: at }]);
	});

	it.each([
		["unknown_site", "an unknown id", payload, { id: "G-UNKNOWN" }],
		["wrong_key", "a wrong secret", payload, { secret: "wrong-secret" }],
		["wrong_key", "no secret", payload, { secret: "" }],
		["invalid", "a payload without a client", { events: [{ name: "a" }] }, {}],
		[
			"invalid",
			"an event with a reserved name",
			{ client_id: "1", events: [{ name: "first_open" }] },
			{},
		],
		["malformed", "a body that is not JSON", "{", {}],
		["too_large", "a large body", { x: "x".repeat(140_000) }, {}],
	])(
		"counts as %s %s, and answers like Google that it was received",
		async (reason, _what, body, sent) => {
			const name = `footfall_events_rejected_total{reason="${reason}"}`;
			const before = (await running.metric(name)) || 0;
			expect(await collect(body, sent)).toEqual(RECEIVED);
			expect(await running.metric(name)).toBeGreaterThan(before);
		},
	);

	it("is no success while the queue is unavailable", async () => {
		const append = () => Promise.reject(new QueueUnavailableError("away"));
		const away = await runGateway({ snapshot, producer: { ...running.queue.producer(), append } });
		try {
			expect((await collect(payload, { to: away.url })).status).toBe(503);
		} finally {
			await away.stop();
		}
	});
});

describe("its validation server", () => {
	const validate = async (body: unknown, sent: Sent = {}) => {
		const answer = await collect(body, { ...sent, path: "/debug/mp/collect" });
		return [answer.status, JSON.parse(answer.body).validationMessages];
	};

	it("says what is wrong with a payload, and stores nothing", async () => {
		const received = await running.metric("footfall_events_received_total");
		expect(await validate({ client_id: "1", events: [{ name: "_badEventName" }] })).toEqual([
			200,
			[
				{
					fieldPath: "events",
					description:
						"Event at index: [0] has invalid name [_badEventName]. Names must start with an alphabetic character.",
					validationCode: "NAME_INVALID",
				},
			],
		]);
		expect(await validate({ client_id: "1", events: [{ name: "a" }] })).toEqual([200, []]);
		expect(await running.metric("footfall_events_received_total")).toBe(received);
	});

	it("says what the address lacks", async () =>
		expect(await validate("{", { id: "", secret: "" })).toMatchObject([
			200,
			[
				{ fieldPath: "measurement_id", validationCode: "VALUE_REQUIRED" },
				{ fieldPath: "api_secret", validationCode: "VALUE_REQUIRED" },
				{ fieldPath: "", validationCode: "VALUE_INVALID" },
			],
		]));
});
