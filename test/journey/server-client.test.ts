import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@footfall/testing/eventually";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { runCommand } from "@footfall/testing/product/running-command";
import { type Client, createClient, type DeliveryError } from "footfall-tracker/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const data = createTemporaryDirectory();
let product: Product;
let client: Client;
const errors: DeliveryError[] = [];

beforeAll(async () => {
	product = await startProduct(data.path);
	client = createClient({
		siteId: product.siteId,
		host: product.url,
		apiKey: product.apiKey,
		flushAt: 10,
		retryMs: 100,
		onError: (error) => errors.push(error),
	});
});
afterAll(async () => {
	await client?.close();
	await product?.stop();
	data.remove();
});

type Row = Readonly<Record<string, unknown>>;

const rowsOnceThereAre = async (count: number, filter: (row: Row) => boolean): Promise<Row[]> => {
	const rows = async () => {
		const path = `/api/sites/${product.siteId}/events?page_size=500`;
		return (await product.get<{ data: Row[] }>(path)).data.filter(filter);
	};
	return eventually(rows, (found) => found.length >= count);
};

/** All columns of all events. */
const exportedRows = async (): Promise<Row[]> => {
	const directory = join(data.path, "export");
	const parameters = ["export", "--site", product.siteId, "--to", directory, "--format", "jsonl"];
	expect(await runCommand(parameters, { DATA_DIR: data.path }).ended).toMatchObject({ code: 0 });
	const lines = readFileSync(join(directory, "events.jsonl"), "utf8").trim().split("\n");
	return lines.map((line) => JSON.parse(line) as Row);
};

const post = async (path: string, body: object) => {
	const response = await fetch(`${product.url}/api/${path}`, {
		method: "POST",
		headers: { authorization: `Bearer ${product.apiKey}`, "content-type": "application/json" },
		body: JSON.stringify({ site_id: product.siteId, ...body }),
	});
	expect(response.status).toBe(200);
};

const VISITOR_AGENT =
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

describe("the client for servers", () => {
	it("has the same stored in every column as requests to the API", async () => {
		const timestamp = Date.now() - 3_600_000;
		const place = { hostname: "shop.example", pathname: "/pay", querystring: "?utm_source=mail" };
		const fault = new TypeError("odd");
		const properties = { plan: "pro", seats: 3 };
		const money = { revenue: "29.90", currency: "EUR" };

		const visitor = { ip_address: "81.2.69.142", user_agent: VISITOR_AGENT };
		const common = { ...place, ...visitor, anonymous_id: "a1", tag: "http" };
		await post("identify", { user_id: "u1", traits: { plan: "pro" }, anonymous_id: "a1" });
		const { message, stack } = fault;
		await post("track", {
			type: "error",
			event_name: "TypeError",
			properties: { message, stack: stack?.slice(0, 2000), order: 7 },
			timestamp,
			...common,
		});
		const paid = { type: "custom_event", event_name: "paid", properties, ...money };
		await post("track", { ...paid, ...common, user_id: "u1", timestamp: timestamp + 1 });
		const viewed = { type: "pageview", page_title: "Paid" };
		await post("track", { ...viewed, ...common, timestamp: timestamp + 2 });

		const device = { ipAddress: visitor.ip_address, userAgent: visitor.user_agent };
		const fields = { ...place, ...device, anonymousId: "a1", tag: "client" };
		client.identify("u1", { plan: "pro" }, { anonymousId: "a1" });
		client.error(fault, { order: 7 }, { ...fields, timestamp });
		const at = new Date(timestamp + 1);
		client.event("paid", properties, { ...fields, ...money, userId: "u1", timestamp: at });
		client.pageview({ ...fields, pageTitle: "Paid", timestamp: timestamp + 2 });
		expect(await client.flush()).toEqual({ accepted: 4, refused: 0, dropped: 0, waiting: 0 });
		expect(errors).toEqual([]);

		// Errors are not listed; they were sent before. A visitor's acts get the user after their block is stored.
		await rowsOnceThereAre(
			4,
			({ pathname, identified_user_id }) => pathname === "/pay" && identified_user_id === "u1",
		);
		const rows = await exportedRows();
		// All but what tells two events from each other.
		const taggedWith = (wanted: string) =>
			rows.flatMap(({ tag, event_id: _, received_at: __, source_offset: ___, ...row }) =>
				tag === wanted ? [row] : [],
			);
		expect(taggedWith("client")).toHaveLength(3);
		expect(taggedWith("client")).toEqual(taggedWith("http"));
	});

	it("reports an event that the server refuses with its reason, and not the others", async () => {
		client.event("long", { text: "x".repeat(3000) }, { userId: "u2" });
		client.event("short", {}, { userId: "u2" });
		await client.flush();
		expect(errors.splice(0).map(({ kind, message }) => [kind, message])).toEqual([
			["refused", expect.stringContaining("properties")],
		]);
		await rowsOnceThereAre(1, ({ event_name }) => event_name === "short");
	});

	it("loses no event and repeats none while the gateway is killed", async () => {
		const before = await client.flush();
		const numbers = Array.from({ length: 300 }, (_, number) => number);
		for (const number of numbers) {
			if (number % 100 === 50) await product.kill("gateway");
			client.event("during", { number }, { userId: "u3" });
		}
		expect(await client.flush({ timeoutMs: 120_000 })).toEqual({
			...before,
			accepted: before.accepted + 300,
		});
		const rows = await rowsOnceThereAre(300, ({ event_name }) => event_name === "during");
		const stored = rows.map(({ properties }) => JSON.parse(String(properties)).number as number);
		expect(stored.toSorted((one, other) => one - other)).toEqual(numbers);
		expect(errors.filter(({ kind }) => kind !== "retrying")).toEqual([]);
	});
});
