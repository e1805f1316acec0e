import {
	existsSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	truncateSync,
} from "node:fs";
import { join } from "node:path";
import { sendBeacon } from "@footfall/testing/gateway/beacon";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { afterAll, describe, expect, it } from "vitest";

const EVENTS = 40;
const data = createTemporaryDirectory();
const elsewhere = createTemporaryDirectory();
let product: Product | undefined;
afterAll(async () => {
	await product?.stop();
	data.remove();
	elsewhere.remove();
});

const send = (path: string) =>
	sendBeacon(
		product?.url ?? "",
		{ type: "pageview", site_id: product?.siteId, hostname: "page.test", pathname: path },
		{ authorization: `Bearer ${product?.apiKey}` },
	);
const stored = async () => {
	const { data: rows } = await (product as Product).get<{ data: unknown[] }>(
		`/api/sites/${product?.siteId}/events?page_size=100`,
	);
	return rows.length;
};
const readiness = async () => {
	const response = await fetch(`${product?.url}/ready`);
	return { status: response.status, ...((await response.json()) as object) };
};
const metric = async (name: string) => {
	const text = await (await fetch(`${product?.url}/metrics`)).text();
	return new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1];
};

/** Directories of parts of the events table. */
const partsOfEvents = () => {
	const tables = join(data.path, "store", "engine", "store");
	return readdirSync(tables, { recursive: true, encoding: "utf8" })
		.filter((path) => path.endsWith("/data.bin") && !path.includes(".proj"))
		.map((path) => join(tables, path, ".."))
		.filter((path) => readFileSync(join(path, "columns.txt"), "utf8").includes("`page_title`"));
};

describe("a product whose data are damaged while it is stopped", () => {
	it("reports the damage in log, readiness and metrics, keeps collecting, and continues once it is told to", async () => {
		product = await startProduct(data.path);
		const { apiKey } = product;
		for (let index = 0; index < EVENTS; index++) await send(`/${index}`);
		await expect.poll(stored).toBe(EVENTS);
		expect(await readiness()).toMatchObject({ status: 200, ready: true, store: true });
		expect(await metric("footfall_store_damaged")).toBe("0");
		await product.stop();

		for (const part of partsOfEvents())
			truncateSync(join(part, "data.bin"), Math.floor(statSync(join(part, "data.bin")).size / 3));
		product = await startProduct(data.path, {}, { apiKey });
		const aside = join(data.path, "store", "damaged");
		await expect.poll(readiness).toMatchObject({
			status: 503,
			ready: false,
			store: false,
			queue: true,
			reason: expect.stringMatching(
				new RegExp(`^The event store was damaged: ${EVENTS} rows of events are lost, and \\d+ `),
			),
			advice: `Check the disk. Then restore a backup; or move ${aside} elsewhere to continue without these rows`,
		});
		expect(await metric("footfall_store_damaged")).toBe("1");
		expect(product.output()).toContain(
			"A damaged part of the event store was set aside; some of its rows are lost",
		);
		expect((await send("/after")).status).toBe(200);

		renameSync(aside, join(elsewhere.path, "damaged"));
		await expect
			.poll(readiness)
			.toMatchObject({ status: 200, ready: true, store: true, reason: "", advice: "" });
		expect(existsSync(aside)).toBe(false);
	});

	it("also reports that the files of its events are missing altogether", async () => {
		const { apiKey } = product as Product;
		await expect.poll(stored).toBe(1);
		// Nothing is missing after a kill, whatever was stored or merged since the parts were listed.
		await product?.kill("backend");
		// The gateway may report the killed backend as ready for a moment.
		await expect.poll(stored).toBe(1);
		await expect.poll(readiness).toMatchObject({ status: 200, store: true });
		expect(await metric("footfall_store_damaged")).toBe("0");
		await product?.stop();
		for (const part of partsOfEvents()) rmSync(part, { recursive: true });
		product = await startProduct(data.path, {}, { apiKey });
		await expect.poll(readiness).toMatchObject({
			status: 503,
			store: false,
			reason: expect.stringMatching(
				/^The event store was damaged: 1 rows of events are lost, and 1 parts are missing from the disk$/,
			),
		});
		expect(await metric("footfall_store_damaged")).toBe("1");
	});

	it("exits with one sentence when accounts are damaged, and is not restarted again and again", async () => {
		await product?.stop();
		product = undefined;
		truncateSync(join(data.path, "accounts", "data", "PG_VERSION"), 0);
		await expect(startProduct(data.path)).rejects.toThrow(
			new RegExp(
				`^The product ended with 78:[^]*The accounts database in ${join(data.path, "accounts")} is damaged \\(.*\\): restore a backup of this directory, or move it elsewhere to start with an empty one\\.`,
			),
		);
	});
});
