import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { type Product, startProduct, temporaryDirectory } from "@footfall/testing/product/product";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const data = temporaryDirectory();
let product: Product;
let browser: Browser;
describeInChromium("a page of the server itself", () => {
	beforeAll(async () => {
		product = await startProduct(data.path);
		browser = await launchChromium();
	});
	afterAll(async () => {
		await browser?.close();
		await product?.stop();
		data.remove();
	});

	/** Opens a page; `complaints` fills with whatever its console, its policy or the network has against it. */
	const visit = async (path: string) => {
		const complaints: string[] = [];
		const page = await browser.newPage();
		page.on("console", (message) => {
			if (["error", "warning"].includes(message.type())) complaints.push(message.text());
		});
		page.on("pageerror", (error) => complaints.push(error.message));
		page.on("requestfailed", (request) => complaints.push(`failed: ${request.url()}`));
		const hosts = new Set<string>();
		page.on("request", (request) => {
			const { protocol, host } = new URL(request.url());
			if (protocol !== "data:") hosts.add(host);
		});
		const answer = await page.goto(product.url + path, { waitUntil: "networkidle" });
		const policy = answer?.headers()["content-security-policy"] ?? "";
		return { page, policy, complaints, hosts };
	};

	const textOf = async (page: Page, selector: string) =>
		(await page.locator(selector).first().textContent())?.trim() ?? "";

	describe("the page of the API's description", () => {
		it("shows operations under its content policy, from this server alone", async () => {
			const { page, policy, complaints, hosts } = await visit("/api/docs");
			expect(policy).toContain("default-src 'none'");
			expect(policy).not.toContain("unsafe");
			await page.locator("#operations-tag-Sites").click();
			const operation = page.locator("#operations-Sites-putApiSitesSiteConfig");
			await operation.locator(".opblock-summary-control").click();
			await operation.locator(".opblock-description").waitFor();
			expect(await textOf(page, "#operations-Sites-putApiSitesSiteConfig")).toContain(
				"Only the fields in the body change.",
			);
			await page.locator("#operations-tag-Ingestion").click();
			await page.locator("#operations-Ingestion-postApiTrack").waitFor();
			const { paths } = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as {
				paths: Record<string, Record<string, { tags: string[] }>>;
			};
			const tags = Object.values(paths).flatMap((methods) =>
				Object.values(methods).flatMap((described) => described.tags),
			);
			expect(await page.locator(".opblock-tag").count()).toBe(new Set(tags).size);
			expect(complaints).toEqual([]);
			expect([...hosts]).toEqual([new URL(product.url).host]);
			await page.close();
		});
	});

	describe("the pages that mails lead to", () => {
		const fields = { email: "someone@example.com", password: "correct horse" };

		it.each([
			["/account/reset-password#nonsense", ["password"], "This link has been used, or is older"],
			["/account/invitation#nonsense", ["email", "password"], "E-mail and password do not match"],
		] as const)("run under the same policy: %s", async (path, kinds, outcome) => {
			const { page, policy, complaints } = await visit(path);
			expect(policy).toContain("script-src 'self'");
			for (const kind of kinds) await page.fill(`input[type=${kind}]`, fields[kind]);
			await page.click("button[type=submit]");
			await expect.poll(() => textOf(page, "main")).toContain(outcome);
			// The console repeats what the server refused; anything else would be the policy's word.
			expect(complaints.filter((text) => !/status of 40[01]/.test(text))).toEqual([]);
			await page.close();
		});
	});
});
