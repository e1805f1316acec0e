import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@footfall/testing/eventually";
import { analyticsVisits } from "@footfall/testing/google/google-data";
import {
	DAILY_QUOTA,
	type GoogleStandIn,
	startGoogle,
} from "@footfall/testing/google/google-stand-in";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { runCommand } from "@footfall/testing/product/running-command";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const data = createTemporaryDirectory();
const scratch = createTemporaryDirectory();
const VISITS = analyticsVisits(7, { first: "2026-01-20", days: 20, perDay: 10 });
const DAYS = ["--from", "2026-01-20", "--to", "2026-02-08"];
let google: GoogleStandIn;
let product: Product;
let keyFile: string;
let siteId: number;

beforeAll(async () => {
	google = await startGoogle({ properties: { "42": { visits: VISITS } } });
	product = await startProduct(data.path);
	keyFile = join(scratch.path, "key.json");
	writeFileSync(keyFile, google.keyFile);
	const [organization] = await product.get<{ id: string }[]>("/api/organizations");
	const response = await fetch(`${product.url}/api/organizations/${organization?.id}/sites`, {
		method: "POST",
		headers: { authorization: `Bearer ${product.apiKey}`, "content-type": "application/json" },
		body: JSON.stringify({ domain: "google.example", name: "google" }),
	});
	({ siteId } = (await response.json()) as { siteId: number });
});
afterAll(async () => {
	await product.stop();
	await google.close();
	for (const directory of [data, scratch]) directory.remove();
});

const started = (...parameters: string[]) =>
	runCommand(["import", ...parameters], { DATA_DIR: data.path, ...google.environment });
const run = async (...parameters: string[]) => {
	const command = started(...parameters);
	const { code } = await command.ended;
	return { code, output: command.output() };
};
const property = (number: string, file = keyFile) => [
	...["ga4", "--site", String(siteId), "--property", number, "--key-file", file],
];

const visits = async () => {
	const { data: rows } = await product.get<{ data: { visits: number }[] }>(
		`/api/sites/${siteId}/imported-figures?dimension=day`,
	);
	return rows.reduce((sum, row) => sum + row.visits, 0);
};

describe("footfall import ga4 with a property", () => {
	it("says what is wrong with the key or the property, and imports nothing", async () => {
		const wrong = join(scratch.path, "wrong.json");
		writeFileSync(wrong, '{"installed": {}}');
		const ofKey = await run(...property("42", wrong));
		expect(ofKey).toMatchObject({ code: 65 });
		expect(ofKey.output).toContain(`${wrong}: The key file is not a service account's`);
		const ofProperty = await run(...property("43"));
		expect(ofProperty).toMatchObject({ code: 65 });
		expect(ofProperty.output).toContain(
			"may not read the property 43: add this address as a viewer",
		);
		expect(await visits()).toBe(0);
	});

	it("continues after it was killed, with the same sums", async () => {
		const before = google.asked.length;
		google.refuseNext(...Array.from({ length: 6 }, () => undefined), DAILY_QUOTA);
		const killed = started(...property("42"), ...DAYS);
		await eventually(
			async () => killed.output(),
			(output) => output.includes("Google's quota for this day is used up; continuing at "),
		);
		expect(google.asked.length - before).toBe(7);
		killed.send("SIGKILL");
		await killed.ended;
		expect(await visits()).toBe(0);

		const again = await run(...property("42"), ...DAYS);
		expect(again).toMatchObject({ code: 0 });
		expect(again.output).toContain(
			"Continuing with 42 of Google Analytics, 2026-01-20 to 2026-02-08",
		);
		expect(again.output).toContain("100%");
		expect(await visits()).toBe(VISITS.reduce((sum, { sessions }) => sum + sessions, 0));
		const { data: regions } = await product.get<{ data: { value: string }[] }>(
			`/api/sites/${siteId}/imported-figures?dimension=region`,
		);
		expect(regions.map(({ value }) => value).sort()).toEqual([
			"",
			"AT-9",
			"DE-BE",
			"DE-BY",
			"US-CA",
		]);
		const third = await run(...property("42"), ...DAYS);
		expect(third).toMatchObject({ code: 0 });
		expect(third.output).toContain("These days have already been imported");
	});
});
