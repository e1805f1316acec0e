import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { QueueUnavailableError } from "@footfall/queue";
import type { QueuedEvent } from "@footfall/shared/queued-event";
import {
	browserHeaders,
	type RunningGateway,
	runGateway,
} from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** The library has no types. */
const MatomoTracker = createRequire(import.meta.url)("matomo-tracker") as new (
	site: number,
	url: string,
) => {
	track(parameters: object | string): void;
	trackBulk(requests: object[], answered: (answer: string) => void): void;
	on(event: "error", report: (error: unknown) => void): void;
};

const VISITOR = "81.2.69.142";
const TOKEN = "0123456789abcdef0123456789abcdef";
const secretHash = createHash("sha256").update(TOKEN).digest("base64url");
const snapshot = snapshotWith([
	siteOf({
		currency: "EUR",
		clientIds: [
			{ product: "matomo", id: "3", secretHash },
			{ product: "matomo", id: "4" },
		],
	}),
]);

let running: RunningGateway;
beforeAll(async () => {
	running = await runGateway({ snapshot });
});
afterAll(() => running.stop());

const headers = { ...browserHeaders, "x-forwarded-for": VISITOR };
const query = (parameters: Record<string, string>) =>
	new URLSearchParams({ idsite: "3", rec: "1", ...parameters }).toString();
const view = { url: "https://shop.example/cart?utm_source=news&b=1", action_name: "Cart" };

const send = async (path: string, init: RequestInit = {}, to = running.url) => {
	const response = await fetch(to + path, { ...init, headers: { ...headers, ...init.headers } });
	const type = response.headers.get("content-type");
	const bytes = Buffer.from(await response.arrayBuffer());
	return {
		status: response.status,
		type,
		body: bytes.toString("latin1"),
		headers: response.headers,
	};
};
const post = (body: unknown, to?: string) =>
	send(
		"/matomo.php",
		{ method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) },
		to,
	);
const bulk = (requests: unknown[], more: object = {}) =>
	post({ requests, ...more }).then(({ status, body }) => [status, body && JSON.parse(body)]);
const rejections = async (reason: string) =>
	(await running.metric(`footfall_events_rejected_total{reason="${reason}"}`)) || 0;

/** What differs even in the same situation: ids and moments. */
const comparable = ({
	id: _id,
	visitor: _visitor,
	receivedAt: _receivedAt,
	occurredAt: _occurredAt,
	...columns
}: QueuedEvent) => columns;

const GIF = { status: 200, type: "image/gif", body: expect.stringMatching(/^GIF89a/) };

describe("Matomo's library for Node", () => {
	/** As the library for Node sends it, for a visitor of the site's server. */
	const visitor = {
		cip: VISITOR,
		ua: browserHeaders["user-agent"],
		token_auth: TOKEN,
		lang: "en-GB,en;q=0.9",
		urlref: "https://www.google.com/",
		res: "1280x720",
		uid: "u-1",
		_id: "0123456789abcdef",
	};
	const own = {
		...{ site_id: "1", api_key: "secret-key", ip_address: VISITOR },
		user_agent: browserHeaders["user-agent"],
		...{ hostname: "shop.example", pathname: "/cart", querystring: "?utm_source=news&b=1" },
		...{ referrer: "https://www.google.com/", language: "en-GB", page_title: "Cart" },
		...{ screenWidth: 1280, screenHeight: 720, user_id: "u-1", anonymous_id: "0123456789abcdef" },
	};
	const ours = async (events: object[]) => {
		await send("/api/track", { method: "POST", body: JSON.stringify({ events }) });
		return (await running.appended(events.length)).map(comparable);
	};
	const custom = { ...own, type: "custom_event" };

	it("stores the columns that our own events have in the same situation, one by one", async () => {
		const matomo = new MatomoTracker(3, `${running.url}/matomo.php`);
		const theirs: QueuedEvent[] = [];
		for (const own of [
			{},
			{ e_c: "Videos", e_a: "Play", e_n: "Intro", e_v: 3, ca: 1 },
			{ idgoal: 0, ec_id: "o-1", revenue: 29.9 },
		]) {
			matomo.track({ ...view, ...visitor, ...own });
			theirs.push(...(await running.appended(1)));
		}
		const order = { order_id: "o-1", revenue: 29.9 };
		const same = await ours([
			{ ...own, type: "pageview" },
			{
				...custom,
				event_name: "Play",
				properties: { category: "Videos", name: "Intro", value: 3 },
			},
			{ ...custom, event_name: "order", properties: order, ...order },
		]);
		expect(theirs.map(comparable)).toEqual(same);
		expect(same[0]).toMatchObject({ channel: "Organic Search", country: "GB", browser: "Chrome" });
	});

	it("stores them in bulk", async () => {
		const matomo = new MatomoTracker(3, `${running.url}/piwik.php`);
		const answer = await new Promise<string>((resolve) =>
			matomo.trackBulk(
				[
					{ ...view, ...visitor },
					{ ...view, ...visitor, link: "https://elsewhere.example/" },
				],
				resolve,
			),
		);
		expect(JSON.parse(answer)).toEqual({ status: "success", tracked: 2, invalid: 0 });
		const theirs = (await running.appended(2)).map(comparable);
		expect(theirs).toEqual(
			await ours([
				{ ...own, type: "pageview" },
				{ ...own, type: "outbound", properties: { url: "https://elsewhere.example/" } },
			]),
		);
	});

	it("is told of an unknown site", async () => {
		const matomo = new MatomoTracker(99, `${running.url}/matomo.php`);
		const error = new Promise((resolve) => matomo.on("error", resolve));
		matomo.track(view.url);
		expect(await error).toBe(400);
	});
});

describe("a request", () => {
	it.each([
		["a GET", () => send(`/matomo.php?${query(view)}`)],
		[
			"a beacon with its parameters in the address",
			() => send(`/piwik.php?${query(view)}`, { method: "POST", body: "" }),
		],
		["a form's body", () => post(query(view))],
		[
			"a body whose parameters those of the address override",
			() =>
				send(`/matomo.php?${query({})}`, {
					method: "POST",
					body: query({ ...view, idsite: "99" }),
				}),
		],
	])("as %s is answered by an image", async (_as, request) => {
		expect(await request()).toMatchObject(GIF);
		expect(await running.appended(1)).toMatchObject([
			{
				type: "pageview",
				pathname: "/cart",
				pageTitle: "Cart",
				language: "en-GB",
				channel: expect.any(String),
			},
		]);
	});

	it("without an image is answered by nothing", async () => {
		expect(await send(`/matomo.php?${query({ ...view, send_image: "0" })}`)).toMatchObject({
			status: 204,
			body: "",
		});
		await running.appended(1);
	});

	it("of a moment ago is stored as of then, without a token as well", async () => {
		const cdt = String(Math.floor(Date.now() / 1000) - 3600);
		await post(query({ ...view, cdt }));
		const [event] = await running.appended(1);
		expect(Math.floor((event?.occurredAt ?? 0) / 1000)).toBe(Number(cdt));
	});

	it("may name another address and agent with the site's token alone", async () => {
		const elsewhere = { ...view, cip: "89.160.20.112", ua: "curl/8" };
		await post(query({ ...elsewhere, token_auth: TOKEN }));
		const [trusted] = await running.appended(1);
		expect(trusted).toMatchObject({ country: "SE", browser: "" });
		const before = await rejections("wrong_key");
		const answers = await Promise.all(
			[{}, { token_auth: "f".repeat(32) }, { idsite: "4", token_auth: TOKEN }].map((token) =>
				post(query({ ...elsewhere, ...token })),
			),
		);
		expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
		expect(await rejections("wrong_key")).toBe(before + 3);
		await post(query({ ...view, ua: "curl/8" }));
		expect(await running.appended(1)).toMatchObject([{ browser: "Chrome" }]);
	});

	it.each([
		["unknown_site", { idsite: "99" }, 400],
		["unknown_site", { idsite: "" }, 400],
		["unknown_site", { idsite: "99", send_image: "0" }, 204],
		["invalid", { rec: "0" }, 200],
		["invalid", { ca: "1" }, 200],
	])(
		"that is refused as %s because of %j is answered as Matomo does",
		async (reason, parameters, status) => {
			const before = await rejections(reason);
			expect(await post(query({ ...view, ...parameters }))).toMatchObject({ status });
			expect(await rejections(reason)).toBe(before + 1);
		},
	);

	it("that is larger than an event may be is refused", async () => {
		const before = await rejections("too_large");
		expect(await post(query({ ...view, x: "x".repeat(65_536) }))).toMatchObject({ status: 400 });
		expect(await rejections("too_large")).toBe(before + 1);
	});

	it("without any parameter only says what it is for", async () => {
		expect(await send("/matomo.php")).toMatchObject({
			status: 200,
			type: "text/plain; charset=utf-8",
		});
		expect(await post("")).toMatchObject({ status: 400 });
	});

	it("is no success while the queue is unavailable", async () => {
		const append = () => Promise.reject(new QueueUnavailableError("away"));
		const away = await runGateway({ snapshot, producer: { ...running.queue.producer(), append } });
		try {
			const answers = [
				await post(query({ ...view, send_image: "0" }), away.url),
				await post({ requests: [`?${query(view)}`], send_image: 0 }, away.url),
			];
			expect(answers.map(({ status }) => status)).toEqual([503, 503]);
			expect(JSON.parse(answers[1]?.body ?? "")).toEqual({
				status: "error",
				tracked: 0,
				invalid: 1,
			});
		} finally {
			await away.stop();
		}
	});
});

describe("a bulk", () => {
	const one = `?${query(view)}`;

	it("says which of its requests are invalid to those who present a token", async () => {
		const requests = [one, `?${query({ idsite: "99" })}`, { idsite: 3, rec: 1, ...view }, 5];
		expect(await bulk(requests)).toEqual([200, { status: "success", tracked: 2, invalid: 2 }]);
		await running.appended(2);
		expect(await bulk(requests, { token_auth: TOKEN })).toEqual([
			200,
			{ status: "success", tracked: 2, invalid: 2, invalid_indices: [1, 3] },
		]);
		await running.appended(2);
	});

	it("is authorized by its token as a whole", async () => {
		const past = `${one}&cip=89.160.20.112&cdt=${encodeURIComponent("2026-11-25 09:30:00")}`;
		await bulk([past], { token_auth: TOKEN });
		expect(await running.appended(1)).toMatchObject([{ country: "SE" }]);
	});

	it("that asks for no answer gets none", async () => {
		expect(await bulk([one], { send_image: 0 })).toEqual([204, ""]);
		await running.appended(1);
	});

	it.each([
		["malformed", "is not JSON", "{"],
		["malformed", "has no list", { requests: "?idsite=3" }],
		["too_large", "has too many requests", { requests: Array(501).fill("?rec=1") }],
	])("is counted as %s that %s", async (reason, _why, body) => {
		const before = await rejections(reason);
		expect(await post(body)).toMatchObject({ status: 400 });
		expect(await rejections(reason)).toBe(before + 1);
	});
});
