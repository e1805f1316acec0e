import { createHash } from "node:crypto";
import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FileAnswer } from "./file-answer.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const SITE = 1;
/** More texts than two pages of an export hold. */
const SESSIONS = 11_000;
const EVENTS = 3 * SESSIONS;

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;

/** SQL for one of these texts, by an event's number and a salt. */
const oneOf = (salt: number, texts: readonly string[]) =>
	`[${texts.map((text) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`).join(", ")}][1 + cityHash64(number, ${salt}) % ${texts.length}]`;

const PATHS = ["/", "/%D0%B6%20%2f", "/a%zz", '=cmd|"x",\n1', " /edges ", "/\\'", "/日本"];
const HOSTS = ["example.com", "xn--mnchen-3ya.example", "XN--80ak6aa92e.com", ""];
const REFERRERS = ["", "https://news.example/", "https://xn--mnchen-3ya.example/a"];

beforeAll(async () => {
	store = await openTestStore();
	ask = createReportRunner({ store, now: () => NOW });
	await store.command(`
		INSERT INTO events (site_id, timestamp, received_at, type, session_id, user_id, identified_user_id, event_id, source_offset,
			pathname, page_title, hostname, referrer, channel, country, city, browser, browser_version, tag, language,
			lat, lon, screen_width, page_id, ms_visible, ip, url_parameters)
		SELECT ${SITE}, toDateTime64('2026-11-01 00:00:00', 3, 'UTC') + intDiv(number, 3) * 60 + number % 3 + 0.125,
			toDateTime64('2026-11-20 11:30:00', 3, 'UTC'),
			${oneOf(1, ["pageview", "custom_event", "outbound", "error", "engagement", "pageview"])},
			cityHash64(intDiv(number, 3)), cityHash64(intDiv(number, 4), 1),
			if(number % 5 = 0, concat('user', toString(intDiv(number, 7))), ''), toString(number), number,
			${oneOf(2, PATHS)}, ${oneOf(3, ["", "+1", "-5", "a, b"])}, ${oneOf(4, HOSTS)}, ${oneOf(5, REFERRERS)},
			${oneOf(6, ["Direct", "Referral", "Internal", ""])}, ${oneOf(7, ["DE", "US", ""])}, ${oneOf(8, ["Köln", ""])},
			${oneOf(9, ["Chrome", "Firefox", ""])}, ${oneOf(10, ["120", ""])}, ${oneOf(11, ["", "@a"])}, ${oneOf(12, ["de-DE", ""])},
			if(number % 2 = 0, 50.9375, 0), if(number % 2 = 0, -6.9603, 0), number % 3000, toString(intDiv(number, 3)),
			if(number % 3 = 0, NULL, number % 90000), if(number % 4 = 0, '203.0.113.7', NULL),
			if(number % 6 = 0, map('utm_source', 'a"b', 'utm_term', '-1'), map())
		FROM numbers(${EVENTS})`);
	await store.command(`
		INSERT INTO traits (site_id, user_id, key, value, written_at, version)
		SELECT ${SITE}, concat('user', toString(number * 10)), if(number % 2 = 0, 'plan', 'name'),
			if(number % 4 = 0, '"=pro"', '{"a":[1,null]}'), toDateTime64('2026-11-10 00:00:00', 3, 'UTC'), 1
		FROM numbers(300)`);
}, 120_000);
afterAll(() => store.close());

const digestOf = async (path: string, parameters: Record<string, string>) => {
	const { pieces } = (await ask(SITE, `/export${path}`, parameters)) as FileAnswer;
	const hash = createHash("sha256");
	for await (const piece of pieces) hash.update(piece);
	return hash.digest("hex").slice(0, 16);
};

// Consumers compare these files byte by byte: a different digest is a change of the format.
describe("an export always has the same bytes", () => {
	it.each([
		["/sessions", "csv", "7f9a42a83e0c4b76"],
		["/sessions", "json", "f8b98d5732f61b58"],
		["/sessions", "parquet", "dd0c1c52853dc2c9"],
		["/users", "csv", "f2bbb82ddedbd526"],
		["/users", "json", "6ce936b563e25cdf"],
		["/users", "parquet", "073435621b80e70b"],
		["/events", "csv", "a954b8b87a8fdd8b"],
		["/events", "json", "0109c27c05016ef4"],
		["/events", "parquet", "ca260ed074d51fd5"],
		["/metric", "csv", "5399d7442c83075d"],
		["/metric", "json", "9a4c92b4fef6f301"],
		["/metric", "parquet", "e5183b237d29dea1"],
	])("%s as %s", async (path, format, digest) => {
		const parameters = path === "/metric" ? { parameter: "pathname", format } : { format };
		expect(await digestOf(path, parameters)).toBe(digest);
	});
});
