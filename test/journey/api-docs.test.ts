import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { expectNoAxeViolations } from "@footfall/testing/dashboard/axe";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const data = createTemporaryDirectory();
let product: Product;
let browser: Browser;
describeInChromium("a page of documentation from the server", () => {
	beforeAll(async () => {
		product = await startProduct(data.path);
		browser = await launchChromium();
	});
	afterAll(async () => {
		await browser?.close();
		await product?.stop();
		data.remove();
	});

	/** Opens a page; `complaints` collects the errors of its console, its policy and the network. */
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
		it("shows operations under its content security policy, without other hosts", async () => {
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

	describe("the manual", () => {
		/** Every page of the manual by its URL, found by following links from its contents. */
		const readAll = async () => {
			const pages = new Map<string, { status: number; html: string }>();
			const waiting = [`${product.url}/docs`];
			for (const address of waiting) {
				const answer = await fetch(address);
				if (pages.has(answer.url)) continue;
				const html = await answer.text();
				pages.set(answer.url, { status: answer.status, html });
				for (const [, href = ""] of html.matchAll(/<a[^>]* href="([^"#]+)[^"]*"/g)) {
					const linked = new URL(href, answer.url).href;
					if (linked.startsWith(`${product.url}/docs`) && !pages.has(linked)) waiting.push(linked);
				}
			}
			return pages;
		};

		it("serves every page, and each link leads to an existing heading", async () => {
			const pages = await readAll();
			expect(pages.size).toBeGreaterThan(25);
			const idsIn = (html: string) =>
				new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id = ""]) => id));
			const ids = new Map([...pages].map(([address, { html }]) => [address, idsIn(html)]));
			const faults = [...pages].flatMap(([address, { status, html }]) => [
				...(status === 200 ? [] : [`${address}: ${status}`]),
				...[...html.matchAll(/href="([^"]*)#([^"]+)"/g)].flatMap(([, path = "", anchor = ""]) => {
					const target = new URL(path, address).href;
					const isThere = ids.get(target)?.has(decodeURI(anchor)) ?? true;
					return isThere ? [] : [`${address}: ${path}#${anchor}`];
				}),
			]);
			expect(faults).toEqual([]);
		});

		it("can be searched in the page and used by keyboard, under its content security policy and without other hosts", async () => {
			const { page, policy, complaints, hosts } = await visit("/docs/operate/");
			expect(policy).toContain("default-src 'none'");
			await page.keyboard.press("/");
			await page.keyboard.type("restore a backup");
			await page.locator("#found a").first().waitFor();
			await expectNoAxeViolations(page, "the manual");
			await page.keyboard.press("Enter");
			await page.waitForURL("**/docs/backup-restore/*");
			await page.getByRole("navigation", { name: "Pages" }).getByText("Kafka").click();
			await page.waitForURL("**/docs/kafka/");
			await page.setViewportSize({ width: 320, height: 800 });
			const width = await page.evaluate(() => document.documentElement.scrollWidth);
			expect(width).toBe(320);
			expect(complaints).toEqual([]);
			expect([...hosts]).toEqual([new URL(product.url).host]);
			await page.close();
		});

		it("serves only its own files", async () => {
			const outside = [
				"..%2f..%2fpackage.json",
				"..%5c..%5cpackage.json",
				"images/..%2f..%2fapp.ts",
			];
			for (const path of ["nothing/", "nothing.js", ...outside]) {
				const { status } = await fetch(`${product.url}/docs/${path}`);
				expect([path, status]).toEqual([path, 404]);
			}
		});
	});

	describe("the pages that e-mails link to", () => {
		const fields = { password: "correct horse" };

		it.each([
			["/account/reset-password#nonsense", ["password"], "This link has been used or is older"],
			["/account/invitation#nonsense", [], "This invitation is no longer valid"],
		] as const)("run under the same policy: %s", async (path, kinds, outcome) => {
			const { page, policy, complaints } = await visit(path);
			expect(policy).toContain("script-src 'self'");
			for (const kind of kinds) await page.fill(`input[type=${kind}]`, fields[kind]);
			if (kinds.length > 0) await page.click("button[type=submit]");
			await expect.poll(() => textOf(page, "main")).toContain(outcome);
			// The console repeats refusals of the server; anything else would be a violation of the policy.
			expect(complaints.filter((text) => !/status of 40[01]/.test(text))).toEqual([]);
			await page.close();
		});
	});
});
