import { readFileSync } from "node:fs";
import { retry } from "@footfall/shared/waiting/retry";
import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { askProduct, createSite } from "@footfall/testing/dashboard/dashboard-product";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import { sample } from "@footfall/testing/product/sample-figures";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
/** How long a busy machine may take to store a few rows. */
const WITHIN_MS = 60_000;
/** Two imports in a row, each of which may wait for another one of the organization. */
const IMPORTS_WITHIN_MS = 4 * WITHIN_MS;

let browser: Browser;

const chooseFile = async (
	page: Page,
	file: { name: string; text: string },
	open = (button: Locator) => button.click(),
) => {
	await page.getByRole("button", { name: "New import" }).click();
	const [chooser] = await Promise.all([
		page.waitForEvent("filechooser"),
		open(page.getByRole("button", { name: "Choose files" })),
	]);
	await chooser.setFiles({
		name: file.name,
		mimeType: "text/csv",
		buffer: Buffer.from(file.text),
	});
};

/** Starts the import, and retries while another one of the organization is running. */
const start = async (page: Page) => {
	const button = page.getByRole("button", { name: "Start import" });
	await expect
		.poll(
			async () => {
				if (await button.isVisible()) await button.click();
				return button.isVisible();
			},
			{ timeout: WITHIN_MS },
		)
		.toBe(false);
};

/** The newest import of the list, once it is done. */
const newestDone = async (page: Page, count: number) => {
	const imports = page
		.getByRole("listitem")
		.filter({ has: page.getByRole("heading", { level: 3 }) });
	await expect.poll(() => imports.count(), { timeout: WITHIN_MS }).toBe(count);
	const newest = imports.first();
	await newest.getByText("Done", { exact: true }).waitFor({ timeout: WITHIN_MS });
	return newest;
};

describeInChromium("an export of another product", () => {
	beforeAll(async () => {
		browser = await launchChromium();
	});
	afterAll(() => browser?.close());

	it(
		"is imported to the last row, names the row that it cannot read, and accepts it once it is corrected",
		async () => {
			const site = await createSite(product, "Shop of before");
			const { page, troubles, close } = await openPage(browser, product, product.owner);
			const figures = async () => {
				await page.goto(`/${site.id}?range=2025-03-03..2025-03-04&tz=UTC&compare=off`);
				await settled(page);
				const strip = page.getByRole("group", { name: /^Metrics:/ });
				const texts = await strip.getByRole("button").allInnerTexts();
				return texts.slice(0, 3).map((text) => text.replaceAll(/\s+/g, " ").trim());
			};
			await page.goto(`/${site.id}/settings/imports`);
			const text = readFileSync(sample("umami.csv"), "utf8");
			await chooseFile(page, { name: "website_event.csv", text });
			// Its format is detected by its columns.
			await expect.poll(() => page.getByRole("radio", { name: /^Umami/ }).isChecked()).toBe(true);
			await page.getByText("/pricing").first().waitFor();
			await start(page);

			const first = await newestDone(page, 1);
			await first.getByRole("heading", { name: "Umami" }).waitFor();
			await first.getByText("7 events").waitFor();
			await first.getByText("Could not be read: 1").waitFor();
			await first.getByText("created_at is not a valid time Row 8").waitFor();
			await first.getByText("Correct the rows and import the file again").waitFor();
			expect(await figures()).toEqual(["People 3", "Sessions 4", "Page views 6"]);
			const pages = page.getByRole("region", { name: "Pages", exact: true });
			expect(
				(await pages.getByRole("listitem").allInnerTexts()).map((one) => one.split("\n")[0]),
			).toEqual(["/", "/blog", "/pricing"]);

			await page.goto(`/${site.id}/settings/imports`);
			const corrected = text.replace('"yesterday"', '"2025-03-03 11:05:00"');
			expect(corrected).not.toBe(text);
			await chooseFile(page, { name: "website_event.csv", text: corrected });
			await start(page);
			const second = await newestDone(page, 2);
			await second.getByText(/^1 event$/).waitFor();
			await second.getByText("Skipped: 8").click();
			await second.getByText("stored already").waitFor();
			expect(await second.getByText("Could not be read").count()).toBe(0);
			expect(await figures()).toEqual(["People 3", "Sessions 4", "Page views 7"]);
			expect(troubles).toEqual([]);
			await close();
		},
		IMPORTS_WITHIN_MS,
	);

	it("is not sent when the file cannot be read, and the page says which format is expected", async () => {
		const site = await createSite(product, "Shop of archives");
		const { page, close } = await openPage(browser, product, product.owner);
		await page.goto(`/${site.id}/settings/imports`);
		await chooseFile(page, { name: "export.zip", text: "no archive" }, (button) =>
			button.press("Enter"),
		);
		await page
			.getByText(
				"export.zip is not an archive, or is damaged or encrypted. Unpack it and choose the files inside.",
			)
			.waitFor();
		expect(await page.getByRole("button", { name: "Start import" }).isDisabled()).toBe(true);
		await close();
	});

	it("from Google says what is wrong with a key", async () => {
		const site = await createSite(product, "Shop of keys");
		const { page, close } = await openPage(browser, product, product.owner);
		await page.goto(`/${site.id}/settings/imports`);
		await page.getByRole("button", { name: "New import" }).click();
		await page.getByRole("radio", { name: /^Google Search Console/ }).click();
		const button = page.getByRole("button", { name: "Start import" });
		expect(await button.isDisabled()).toBe(true);
		await page.getByLabel("Property", { exact: true }).fill("sc-domain:example.com");
		const [chooser] = await Promise.all([
			page.waitForEvent("filechooser"),
			page.getByRole("button", { name: "Choose the file" }).click(),
		]);
		await chooser.setFiles({
			name: "key.json",
			mimeType: "application/json",
			buffer: Buffer.from('{"type": "authorized_user"}'),
		});
		await expect
			.poll(() => page.getByLabel("Key of a service account").inputValue())
			.toContain("authorized_user");
		await button.click();
		await page.getByText('is not a service account\'s, its type is "authorized_user"').waitFor();
		const path = `/api/sites/${site.siteId}/imports`;
		expect(await askProduct(product, path)).toEqual({ data: [] });
		await close();
	});

	it(
		"of Google searches is a card on Sources, which has none before",
		async () => {
			const site = await createSite(product, "Shop of searches");
			const { page, troubles, close } = await openPage(browser, product, product.owner);
			const card = page.getByRole("region", { name: "Google searches" });
			const open = async () => {
				await page.goto(`/${site.id}/sources?range=2025-03-03..2025-03-04&tz=UTC&compare=off`);
				await settled(page);
			};
			await open();
			expect(await card.count()).toBe(0);
			const search = (dimension: string, value: string, clicks: number) => ({
				kind: "search",
				date: "2025-03-03",
				...{ dimension, value, clicks, impressions: 40, positions: 100 },
			});
			const events = [search("", "", 9), search("query", "shoes", 6), search("country", "DE", 9)];
			const path = `/api/sites/${site.siteId}/imports`;
			const { data } = await retry(
				() => askProduct<{ data: { importId: string } }>(product, path, { platform: "footfall" }),
				// Another import of the organization may be running.
				{ pauseMs: 500, shouldRetry: (_error, failures) => failures < 60 },
			);
			const sent = await fetch(`${product.url}${path}/${data.importId}/events`, {
				method: "POST",
				headers: {
					authorization: `Bearer ${product.apiKey}`,
					"content-type": "application/json",
				},
				body: JSON.stringify({ events, isLastBatch: true }),
			});
			expect(sent.status).toBe(200);
			await page.goto(`/${site.id}/settings/imports`);
			await newestDone(page, 1);
			await open();
			await card.getByText("9 clicks, 40 impressions, mean position 2.5.").waitFor();
			await card.getByRole("row", { name: /^shoes 6 40 15% 2.5/ }).waitFor();
			await card.getByRole("tab", { name: "Countries" }).click();
			await card.getByRole("row", { name: /^Germany 9 40 22.5% 2.5/ }).waitFor();
			expect(troubles).toEqual([]);
			await close();
		},
		IMPORTS_WITHIN_MS,
	);
});
