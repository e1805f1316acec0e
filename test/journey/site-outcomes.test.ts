import { eventually } from "@footfall/testing/eventually";
import { sendBeacon } from "@footfall/testing/gateway/beacon";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

interface Outcomes {
	data: {
		firstEventAt: string | null;
		received: number;
		stored: number;
		bot: number;
		botLayers: Record<string, number>;
		filtered: Record<string, number>;
		rejected: Record<string, number>;
		withoutSite: Record<string, number>;
		unknownSites?: { id: string; count: number }[];
	};
}

const data = createTemporaryDirectory();
let product: Product;

beforeAll(async () => {
	product = await startProduct(data.path);
});
afterAll(async () => {
	await product?.stop();
	data.remove();
});

describe("a visit that is not counted", () => {
	it("is listed with the reason within seconds", async () => {
		const path = `/api/sites/${product.siteId}`;
		const configured = await fetch(`${product.url}${path}/config`, {
			method: "PUT",
			headers: { authorization: `Bearer ${product.apiKey}`, "content-type": "application/json" },
			body: JSON.stringify({ excludedPaths: ["/internal/**"] }),
		});
		expect(configured.status).toBe(200);
		const visit = { type: "pageview", site_id: product.siteId, hostname: "a.test", pathname: "/" };
		await eventually(
			async () => (await sendBeacon(product.url, { ...visit, pathname: "/internal/x" })).json(),
			(reply) => JSON.stringify(reply).includes("path excluded"),
			10_000,
		);
		await sendBeacon(product.url, visit);
		await sendBeacon(product.url, visit, { "user-agent": "curl/8.5.0" });
		await sendBeacon(product.url, { ...visit, site_id: "a-typo" });
		await sendBeacon(product.url, { ...visit, api_key: "wrong" });

		const { data: outcomes } = await eventually(
			() => product.get<Outcomes>(`${path}/outcomes`),
			({ data: { received, withoutSite, firstEventAt } }) =>
				received >= 4 && withoutSite["unknown_site"] === 1 && firstEventAt !== null,
			15_000,
		);
		expect(outcomes).toMatchObject({
			bot: 1,
			botLayers: { ua_pattern: 1 },
			rejected: { wrong_key: 1 },
			unknownSites: [{ id: "a-typo", count: 1 }],
		});
		// Until the gateway had the setting, visits of the path were stored.
		expect(outcomes.stored).toBeGreaterThanOrEqual(1);
		expect(outcomes.filtered["path"]).toBe(1);
		expect(JSON.stringify(outcomes)).not.toMatch(/127\.0\.0\.1|::1/);
	});
});
