import { eventually } from "@footfall/testing/eventually";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { runCommand } from "@footfall/testing/product/running-command";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const data = createTemporaryDirectory();
let product: Product;
beforeAll(async () => {
	product = await startProduct(data.path);
});
afterAll(async () => {
	await product?.stop();
	data.remove();
});

const footfall = async (
	parameters: readonly string[],
	environment: Record<string, string> = {},
) => {
	const command = runCommand(["annotate", ...parameters, "--site", product.siteId], {
		...{ FOOTFALL_URL: product.url, FOOTFALL_API_KEY: product.apiKey, LOG_LEVEL: "silent" },
		...environment,
	});
	const { code } = await command.ended;
	return { code, printed: command.output() };
};

const ask = async <Body>(path: string) => {
	const headers = { authorization: `Bearer ${product.apiKey}` };
	const response = await fetch(`${product.url}${path}`, { headers });
	return (await response.json()) as Body;
};
const listed = () =>
	// While the backend is busy, the gateway answers that.
	eventually(
		() => ask<Record<string, unknown>[]>(`/api/sites/${product.siteId}/annotations`),
		Array.isArray,
	);

const RELEASE = [
	...["Faster checkout", "--deploy", "--version", "1.4.2", "--date", "2026-11-02T09:30:00+01:00"],
	...["--link", "https://ci.example.com/runs/7"],
];

describe("footfall annotate", () => {
	it("marks a deployment once, however often a step of CI runs", async () => {
		expect(await footfall(RELEASE)).toEqual({
			...{ code: 0, printed: expect.stringMatching(/^Added the annotation \d+\.\n$/) },
		});
		expect(await footfall(RELEASE)).toEqual({
			...{ code: 0, printed: expect.stringContaining("says so already; nothing is added") },
		});
		expect(await listed()).toEqual([
			expect.objectContaining({
				...{ kind: "deploy", title: "Faster checkout", version: "1.4.2" },
				...{ date: "2026-11-02T08:30:00.000Z", url: "https://ci.example.com/runs/7" },
			}),
		]);
	});

	it("adds a note to all sites of the organization", async () => {
		expect((await footfall(["Fair", "--date", "2026-11-01", "--all-sites"])).code).toBe(0);
		expect((await listed())[0]).toMatchObject({ kind: "note", title: "Fair", siteId: null });
	});

	it("fails with what to change", async () => {
		expect(await footfall(["Text", "--date", "today"])).toEqual({
			code: 78,
			printed: expect.stringMatching(
				/--date must be a day[\s\S]*footfall annotate "TEXT" --site ID/,
			),
		});
		expect(await footfall(["Fair", "--date", "2026-11-03", "--end", "2026-11-01"])).toEqual({
			...{ code: 78, printed: expect.stringContaining("endDate must be after date") },
		});
		expect(await footfall(["Text"], { FOOTFALL_API_KEY: "no key of ours" })).toEqual({
			...{ code: 78, printed: expect.stringContaining(product.url) },
		});
		expect(await footfall(["Text"], { FOOTFALL_URL: "http://127.0.0.1:9" })).toEqual({
			...{ code: 78, printed: expect.stringContaining("http://127.0.0.1:9 cannot be reached") },
		});
	});
});
