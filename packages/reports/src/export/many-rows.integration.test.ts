import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { rounds } from "@footfall/testing/rounds";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FileAnswer } from "./file-answer.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const SITE = 1;
/** More than fit in a statement or in a page of an export. */
const MANY = rounds(30_000, 1_000_000);

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;

beforeAll(async () => {
	store = await openTestStore();
	ask = createReportRunner({ store, now: () => NOW });
	// Letters that percent-encoding turns into six characters each, as in the path of a Russian page.
	const encoded =
		"%D0%B6%D0%B6%D0%B6%D0%B6%D0%B6%D0%B6%D0%B6%D0%B6%D0%B6%D0%B6%D0%B6%D0%B6%D0%B6%D0%B6%D0%B6%D0%B6%D0%B6";
	for (let from = 0; from < MANY; from += 250_000)
		await store.command(`
		INSERT INTO events (site_id, timestamp, received_at, type, session_id, user_id, identified_user_id, event_id, source_offset,
			pathname, page_title, hostname, referrer, channel, country)
		SELECT ${SITE}, toDateTime64('2026-11-10 11:00:00', 3, 'UTC') + number % 800000, toDateTime64('2026-11-20 11:30:00', 3, 'UTC'),
			'pageview', number + 1, number + 1, concat('user', toString(number), '@example.com'), toString(number), number,
			concat('/', toString(number), '/${encoded}'), concat('Title ', toString(number)), concat('host', toString(number % 3)),
			concat('https://s', toString(number), '.example/'), 'Direct', 'DE'
		FROM numbers(${from}, ${Math.min(250_000, MANY - from)})`);
}, 300_000);
afterAll(() => store.close());

/** The number of rows of a file, one per line, and of distinct texts in the first column. */
const rowsIn = async (path: string, parameters: Record<string, string>) => {
	const file = (await ask(SITE, `/export${path}`, parameters)) as FileAnswer;
	const begun = performance.now();
	const first = new Set<string>();
	let rows = -1;
	let rest = "";
	for await (const piece of file.pieces) {
		const lines = (rest + Buffer.from(piece).toString()).split("\r\n");
		rest = lines.pop() ?? "";
		for (const line of lines) first.add(line.slice(0, line.indexOf(",")));
		rows += lines.length;
	}
	if (process.env["FOOTFALL_SHOW_TIMES"])
		console.log(path, parameters, Math.round(performance.now() - begun), "ms");
	return { rows, distinct: first.size - 1 };
};

describe(`a file of ${MANY.toLocaleString("en")} rows`, () => {
	it.each(["pathname", "page_title", "referrer", "user_id", "entry_page"])(
		"contains each value of %s once",
		async (parameter) => {
			// There is a row for sessions without a referrer, even when it is empty.
			const rows = parameter === "referrer" ? MANY + 1 : MANY;
			expect(await rowsIn("/metric", { parameter })).toEqual({ rows, distinct: rows });
		},
		600_000,
	);

	it("contains each page title once", async () => {
		expect(await rowsIn("/page-titles", {})).toEqual({ rows: MANY, distinct: MANY });
	}, 600_000);

	it.each(["/users", "/sessions"])(
		"contains each of %s once",
		async (path) => {
			expect(await rowsIn(path, {})).toEqual({ rows: MANY, distinct: MANY });
		},
		600_000,
	);
});
