import type { EventStore } from "@footfall/store";
import { startWithEvents } from "@footfall/testing/api/start-with-events";
import { bearer, startTestApi } from "@footfall/testing/api/test-api";
import { textsOf } from "@footfall/testing/api/texts-of-pdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let store: EventStore;
let api: Awaited<ReturnType<typeof startTestApi>>;
let close: () => Promise<void>;
let path: string;
let headers: Record<string, string>;
let domain: string;

beforeAll(async () => {
	({ api, store, close } = await startWithEvents(startTestApi));
	if (!api.firstStart) throw new Error("The database of a test was not empty");
	const { siteId } = api.firstStart.site;
	domain = api.firstStart.site.domain;
	path = `/api/sites/${siteId}/export`;
	headers = bearer(api.firstStart.apiKey);
	await store.command(
		`INSERT INTO events (site_id, timestamp, type, session_id, user_id, pathname, country, referrer, event_id)
		SELECT ${siteId}, toDateTime64('2026-11-20 10:00:00', 3, 'UTC') + number, 'pageview', number, number,
			'/(page) \\\\ é ☃', 'DE', 'https://news.example/', toString(number)
		FROM numbers(12000)`,
	);
});
afterAll(() => close());

const fetched = (rest: string, init?: RequestInit) =>
	fetch(`${api.origin}${path}${rest}`, { headers, ...init });

describe("an export over HTTP", () => {
	it("is a file with a type and a name, and is not cached", async () => {
		const answer = await fetched("/events?format=csv");
		expect(answer.status).toBe(200);
		expect(Object.fromEntries(answer.headers)).toMatchObject({
			"content-type": "text/csv; charset=utf-8; header=present",
			"content-disposition": `attachment; filename="${domain}-events.csv"`,
			"cache-control": "private, no-store",
			"x-content-type-options": "nosniff",
		});
		const lines = (await answer.text()).trimEnd().split("\r\n");
		expect(lines).toHaveLength(12_001);
	});

	it("requires the right to read the report", async () => {
		const answer = await fetched("/events", { headers: {} });
		expect(answer.status).toBe(401);
	});

	it.each([
		["/metric", "parameter is required"],
		["/metric?parameter=nothing", "Invalid parameter: nothing"],
		["/events?format=xls", "format must be one of csv, json, parquet"],
		["/events?filters=[1]", "Invalid filters"],
		["/pdf?start_date=2026-11-20&end_date=2026-11-20", "time_zone is required"],
		["/pdf?time_zone=UTC", "start_date is required"],
	])("explains why it cannot be created: %s", async (rest, error) => {
		const answer = await fetched(rest);
		expect([answer.status, await answer.json()]).toMatchObject([400, { error }]);
		expect(answer.headers.get("content-disposition")).toBeNull();
	});

	it("as PDF contains the figures of the range", async () => {
		const answer = await fetched("/pdf?start_date=2026-11-20&end_date=2026-11-20&time_zone=UTC");
		expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
		expect(answer.headers.get("content-disposition")).toMatch(
			/overview-2026-11-20-2026-11-20\.pdf"$/,
		);
		const pdf = Buffer.from(await answer.arrayBuffer());
		expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
		const texts = textsOf(pdf);
		for (const shown of [domain, "12,000", "100 %", "Germany", "news.example", "/(page) \\ \xe9 ?"])
			expect(texts).toContain(shown);
		expect(texts).toContain("Overview, 20 November 2026, UTC");
		expect(texts).toContain("A ? stands for a character that these fonts do not contain.");
	});

	it.each(["Pacific/Kiritimati", "America/Los_Angeles"])(
		"is named after the days of the query, in %s",
		async (zone) => {
			const days = `start_date=2026-11-19&end_date=2026-11-20&time_zone=${zone}`;
			for (const [file, name] of [
				["pdf?", "overview-2026-11-19-2026-11-20.pdf"],
				["metric?parameter=country&", "metric-2026-11-19-2026-11-20.csv"],
			]) {
				const answer = await fetched(`/${file}${days}`);
				await answer.body?.cancel();
				expect(answer.headers.get("content-disposition")).toContain(`-${name}"`);
			}
		},
	);

	it("as PDF lists the filters of its figures", async () => {
		const filters = JSON.stringify([
			{ parameter: "country", type: "not_equals", value: ["US", "FR"] },
			{ parameter: "page_title", type: "is_null", value: [] },
		]);
		const range = "start_date=2026-11-19&end_date=2026-11-20&time_zone=UTC";
		const answer = await fetched(`/pdf?${range}&filters=${encodeURIComponent(filters)}`);
		const texts = textsOf(Buffer.from(await answer.arrayBuffer()));
		expect(texts).toContain("19 November 2026 to 20 November 2026");
		expect(texts).toContain("Only country not equals US and FR; page_title is null");
	});

	it("as PDF is a valid document also without data", async () => {
		const answer = await fetched(
			"/pdf?start_date=2020-01-01&end_date=2020-12-31&time_zone=Asia/Tokyo",
		);
		const texts = textsOf(Buffer.from(await answer.arrayBuffer()));
		expect([answer.status, texts.includes("none"), texts.includes("NaN")]).toEqual([
			200,
			true,
			false,
		]);
	});

	it("waits while two others of its caller are unread, without delaying other reports", async () => {
		const leaving = new AbortController();
		const long = "x".repeat(1900);
		await store.command(
			`INSERT INTO events (site_id, timestamp, type, session_id, user_id, pathname, event_id, querystring)
			SELECT ${path.split("/")[3]}, toDateTime64('2026-10-20 10:00:00', 3, 'UTC'), 'pageview', number, number, '/', toString(number), '${long}'
			FROM numbers(20000)`,
		);
		const october = "start_date=2026-10-01&end_date=2026-10-31&time_zone=UTC";
		// Compressed, they would fit in the buffers of the connection, and end although nobody reads them.
		const whole = { ...headers, "accept-encoding": "identity" };
		const held = await Promise.all(
			[1, 2].map(() =>
				fetched(`/events?format=json&${october}`, { headers: whole, signal: leaving.signal }),
			),
		);
		let isAnswered = false;
		const waiting = fetched("/events/count").then((answer) => {
			isAnswered = true;
			return answer.status;
		});
		const report = `${path.replace("/export", "")}/events/count`;
		expect((await api.ask(report, { headers })).status).toBe(200);
		expect(isAnswered).toBe(false);
		leaving.abort();
		await Promise.all(held.map(({ body }) => body?.cancel().catch(() => {})));
		expect(await waiting).toBe(200);
	});

	it("is cleaned up when the client disconnects midway", async () => {
		const leaving = new AbortController();
		const answer = await fetched("/events?format=json", { signal: leaving.signal });
		const reader = answer.body?.getReader();
		await reader?.read();
		leaving.abort();
		const { body } = await api.ask(`${path}/events/count?format=json`, { headers });
		expect(body).toMatchObject([{ pageview_count: 20_000 }, { pageview_count: 12_000 }]);
		expect(api.logged.filter(({ message }) => message !== "A mail")).toEqual([]);
	});

	it.each(["identity", "gzip", "br"])(
		"that fails midway is aborted, so that no client takes it for complete: %s",
		async (encoding) => {
			// Too much for the connection to buffer, even compressed.
			await store.command(
				`INSERT INTO events (site_id, timestamp, type, session_id, user_id, pathname, event_id, querystring)
				SELECT ${path.split("/")[3]}, toDateTime64('2026-09-20 10:00:00', 3, 'UTC'), 'pageview', number, number, '/',
					concat('${encoding}', toString(number)), base64Encode(randomString(1400))
				FROM numbers(20000)`,
			);
			const september = "start_date=2026-09-01&end_date=2026-09-30&time_zone=UTC";
			const answer = await fetched(`/events?${september}`, {
				headers: { ...headers, "accept-encoding": encoding },
			});
			expect(answer.status).toBe(200);
			const { logged } = api;
			const before = logged.length;
			await store.command("RENAME TABLE events TO events_elsewhere");
			try {
				await expect(answer.text()).rejects.toThrow("terminated");
			} finally {
				await store.command("RENAME TABLE events_elsewhere TO events");
			}
			expect(logged.slice(before).map(({ message }) => message)).toContain(
				"A response was cut off",
			);
		},
	);
});
