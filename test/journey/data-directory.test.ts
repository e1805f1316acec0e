import { chmodSync, lstatSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTemporaryDirectory, startProduct } from "@footfall/testing/product/product";
import { afterAll, describe, expect, it } from "vitest";

const root = createTemporaryDirectory();
afterAll(root.remove);
const data = join(root.path, "data");
const outside = join(root.path, "outside");

const everything = () => [
	data,
	...readdirSync(data, { recursive: true }).map((name) => join(data, String(name))),
];

/** Files that users other than the product's own can access. */
const openToOthers = () =>
	everything().filter((path) => {
		const stat = lstatSync(path, { throwIfNoEntry: false });
		return stat !== undefined && !stat.isSymbolicLink() && (stat.mode & 0o077) !== 0;
	});

/** Starts the product, sends it an event and reads a report. */
const use = async (remembered: { apiKey?: string } = {}) => {
	const product = await startProduct(data, {}, remembered);
	await fetch(`${product.url}/api/track`, {
		method: "POST",
		headers: {
			"user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:152.0) Gecko/20100101 Firefox/152.0",
			"accept-language": "en",
		},
		body: JSON.stringify({ type: "pageview", site_id: product.siteId, pathname: "/" }),
	});
	const { siteId } = product;
	const events = () => product.get<{ data: unknown[] }>(`/api/sites/${siteId}/events`);
	await expect.poll(async () => (await events()).data.length).toBeGreaterThan(0);
	return product;
};

describe("every file that a product keeps", () => {
	it("belongs to its user alone, even if an earlier version left it open to others", async () => {
		const first = await use();
		expect(everything().length).toBeGreaterThan(1000);
		expect(openToOthers()).toEqual([]);
		expect(await first.stop()).toBe(0);

		writeFileSync(outside, "somebody else's");
		chmodSync(outside, 0o644);
		symlinkSync(outside, join(data, "store", "link"));
		for (const path of everything()) {
			const stat = lstatSync(path);
			if (!stat.isSymbolicLink()) chmodSync(path, stat.isDirectory() ? 0o777 : 0o666);
		}
		const second = await use({ apiKey: first.apiKey });
		await expect.poll(openToOthers).toEqual([]);
		expect(lstatSync(outside).mode & 0o777).toBe(0o644);
		expect(second.output()).toContain("Other users no longer have access to the data directory");
		expect(await second.stop()).toBe(0);
	});
});
