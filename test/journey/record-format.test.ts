import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { missingProgram } from "@footfall/testing/deploy/programs";
import { eventually } from "@footfall/testing/eventually";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { runCommand } from "@footfall/testing/product/running-command";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

type Row = Record<string, unknown>;

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const READERS = {
	"read-log.mjs": process.execPath,
	"read_log.py": "python3",
};
const PERSON = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

const LAYERS = ["ua_pattern", "header_heuristics", "client_signals", "bot_asn", "rate_anomaly"];
const ROUNDS = 20;
/** One of each kind of record, with everything that a column can hold. */
const EVENTS = [
	{ type: "pageview", pathname: "/größe", querystring: "?utm_source=a%20b&q=1", page_title: "😀" },
	{
		type: "custom_event",
		event_name: "purchase",
		properties: { amount: 3.5, items: ["a", null, { deep: true }], "": "\u2028" },
		revenue: { amount: "29.90", currency: "EUR" },
		order_id: "order-1",
		feature_flags: { beta: "on" },
		tag: "t",
	},
	{ type: "performance", lcp: 1200.5, cls: 0.01, ttfb: 80 },
	{ type: "outbound", properties: { url: "https://example.org/" } },
	{ type: "error", event_name: "TypeError", properties: { message: "x is undefined" } },
	{ type: "pageview", pathname: "/app", device_model: "Pixel 9", app_version: "2.1.0" },
	{ type: "pageview", pathname: "/bot", user_agent: "GPTBot/1.2" },
];

const data = createTemporaryDirectory();
let product: Product;
let stored: Row[];

const post = async (path: string, body: object, method = "POST") => {
	const response = await fetch(`${product.url}${path}`, {
		method,
		headers: { authorization: `Bearer ${product.apiKey}`, "content-type": "application/json" },
		body: JSON.stringify(body),
	});
	expect(response.status).toBe(200);
};

const command = async (...parameters: string[]): Promise<string> => {
	const run = runCommand(parameters, { DATA_DIR: data.path });
	expect(await run.ended, run.output()).toEqual({ code: 0, signal: null });
	return run.output();
};

/** What `footfall export` writes about the site's events and bots. */
const exported = async (name: string): Promise<Row[]> => {
	const target = join(data.path, `export-${name}`);
	await command("export", "--site", product.siteId, "--to", target);
	return ["events", "bots"].flatMap((table) => {
		const path = join(target, `${table}.jsonl`);
		const text = existsSync(path) ? readFileSync(path, "utf8") : "";
		return text
			.split("\n")
			.filter((line) => line !== "")
			.map((line) => JSON.parse(line) as Row);
	});
};

const readLog = (script: string): Row[] =>
	execFileSync(
		READERS[script as keyof typeof READERS],
		[join(ROOT, "examples/record-reader", script), join(data.path, "queue")],
		{ encoding: "utf8" },
	)
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => JSON.parse(line) as Row);

beforeAll(async () => {
	product = await startProduct(data.path, { SITE_EVENTS_PER_SECOND: "100000" });
	await post(`/api/sites/${product.siteId}/config`, { trackIp: true, webVitals: true }, "PUT");
	// Gateways poll for the configuration every few seconds.
	await eventually(
		async () => readFileSync(join(data.path, "gateway", "configuration.json"), "utf8"),
		(text) => text.includes('"trackIp":true'),
	);
	for (let round = 0; round < ROUNDS; round++)
		await post(
			"/api/track",
			EVENTS.map((event, index) => ({
				site_id: product.siteId,
				hostname: "shop.example",
				user_agent: PERSON,
				ip_address: `192.0.2.${1 + (round % 9)}`,
				user_id: index === 1 ? `user-${round}` : undefined,
				...event,
				...(event.order_id && { order_id: `${event.order_id}-${round}` }),
			})),
		);
	await post("/api/identify", {
		site_id: product.siteId,
		user_id: "user-1",
		traits: { plan: "pro" },
		user_agent: PERSON,
		ip_address: "192.0.2.1",
	});
	let attempt = 0;
	stored = await eventually(
		() => exported(String(attempt++)),
		(rows) => rows.length === ROUNDS * EVENTS.length,
	);
});
afterAll(async () => {
	await product?.stop();
	data.remove();
});

/** Columns that the loader decides: it assigns sessions, and gives past events of a visitor its user. */
const DECIDED_LATER = [
	"kind",
	"session_id",
	"user_id",
	"identified_user_id",
	"source",
	"source_offset",
];
const TIMES = ["timestamp", "received_at"];
/** What the store has where a record has nothing. */
const ABSENT: Row = { revenue: "0", suspected: 0, device_model: "", app_version: "" };
const TEXTS = ["currency", "order_id", "release", "error_group"];

/** The columns of a stored row as the log has them. */
const cellsOf = (row: Row): Row =>
	Object.fromEntries(
		Object.entries(row)
			.filter(([column]) => !DECIDED_LATER.includes(column))
			.map(([column, value]) => [
				column,
				TIMES.includes(column) ? Date.parse(`${String(value).replace(" ", "T")}Z`) : value,
			]),
	);

/** The same columns of a record; a bot's verdict becomes the columns of bots. */
const sameCellsOf = (record: Row, columns: readonly string[]): Row => {
	const { bot } = record as { bot?: Row & { layers: string[] } };
	const verdict: Row = bot
		? {
				...Object.fromEntries(LAYERS.map((layer) => [layer, Number(bot.layers.includes(layer))])),
				bot_category: bot["category"],
				matched_ua_pattern: bot["matchedPattern"],
				bot_name: bot["name"],
				bot_operator: bot["operator"],
				bot_purpose: bot["purpose"],
				bot_claim: bot["claim"],
				asn_provider: bot["asnProvider"],
				evidence: bot["evidence"],
			}
		: {};
	const all: Row = { ...record, ...verdict };
	return Object.fromEntries(
		columns.map((column) => [
			column,
			all[column] ?? ABSENT[column] ?? (TEXTS.includes(column) ? "" : null),
		]),
	);
};

const expectAllStored = (script: string): void => {
	const records = readLog(script);
	expect(records.filter((record) => "identify" in record)).toHaveLength(1);
	const events = new Map(
		records.filter((record) => "event_id" in record).map((record) => [record["event_id"], record]),
	);
	expect(events.size).toBe(stored.length);
	for (const row of stored) {
		const record = events.get(row["event_id"]) ?? {};
		const cells = cellsOf(row);
		expect(sameCellsOf(record, Object.keys(cells))).toEqual(cells);
		expect(row).toMatchObject({
			user_id: record["visitor"],
			source: expect.stringMatching(/\/0$/),
			source_offset: record["offset"],
		});
	}
};

describeWithEngine("a reader of the log in Python", missingProgram("python3"), () => {
	it("reads every record as it is stored", () => expectAllStored("read_log.py"));
});

describe("a reader of the log in JavaScript", () => {
	it("reads every record as it is stored", () => expectAllStored("read-log.mjs"));
});

describe("the readers of the log", () => {
	it.each(Object.keys(READERS))("%s is shown in the manual, in at most 50 lines", (script) => {
		const text = readFileSync(join(ROOT, "examples/record-reader", script), "utf8");
		expect(text.split("\n").length - 1).toBeLessThanOrEqual(50);
		expect(readFileSync(join(ROOT, "docs/record-format.md"), "utf8")).toContain(text);
	});
});
