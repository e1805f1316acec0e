import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import {
	askProduct,
	createSite,
	type MadeSite,
	sendVisit,
} from "@footfall/testing/dashboard/dashboard-product";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");

let browser: Browser;
let site: MadeSite;

const ask = <Answer>(path: string, body?: object, method?: string) =>
	askProduct<Answer>(product, `/api/sites/${site.siteId}${path}`, body, method);
const link = async (action: "generate" | "revoke") => {
	const { data } = await ask<{ data: { privateLinkKey: string } }>("/private-link-config", {
		action: `${action}_private_link_key`,
	});
	return data.privateLinkKey;
};

/** The names in the menu of pages. */
const menuOf = async (page: Page) => {
	const menu = page.getByRole("navigation", { name: "Pages" });
	await menu.getByRole("link").first().waitFor();
	return menu.getByRole("link").allTextContents();
};
const figure = (page: Page, label: string) =>
	page.getByRole("group", { name: /^Metrics:/ }).getByRole("button", { name: label });

/** A page at `/` of another origin that shows the dashboard in a frame, as another website would. */
const startFraming = async (address: string): Promise<{ server: Server; url: string }> => {
	const server = createServer((_, response) => {
		response.setHeader("content-type", "text/html");
		response.end(
			`<!doctype html><title>Elsewhere</title><iframe src="${address}" width="1000" height="800"></iframe>`,
		);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
};

describeInChromium("a site that is shared", () => {
	beforeAll(async () => {
		browser = await launchChromium();
		site = await createSite(product, "Shared notes");
		await sendVisit(product, site, { pathname: "/only-page" });
	});
	afterAll(() => browser?.close());

	it("can be read through its private link, without settings and recordings, until the link is revoked", async () => {
		const key = await link("generate");
		const { page, requests, close } = await openPage(browser, product);
		const answer = await page.goto(`/${site.id}/${key}`);
		expect(answer?.headers()).toMatchObject({
			"referrer-policy": "no-referrer",
			"x-robots-tag": "noindex, nofollow",
			"cache-control": "no-store",
		});
		await figure(page, "Page views").getByText("1", { exact: true }).waitFor();
		expect(await menuOf(page)).toContain("Sessions");
		expect(await menuOf(page)).not.toContain("Recordings");
		expect(await page.getByRole("link", { name: "Settings" }).count()).toBe(0);
		await page.getByText("This is a private link.").waitFor();

		await page.getByRole("navigation", { name: "Pages" }).getByText("Sources").click();
		await page.waitForURL(`**/${site.id}/${key}/sources*`);
		await page.goto(`/${site.id}/${key}/settings`);
		await page.getByRole("heading", { name: "This page is not shared" }).waitFor();
		// Apart from the page's own URL, the secret is in no URL that a server, a proxy or a log sees.
		const asked = requests.filter((url) => url.includes("/api/") && url.includes(key));
		expect(asked.filter((url) => !url.includes("private_key="))).toEqual([]);

		await link("revoke");
		await page.goto(`/${site.id}/${key}`);
		await page.getByRole("heading", { name: "This link no longer works" }).waitFor();
		expect(await page.locator("body").innerText()).not.toContain("only-page");
		await close();
	});

	it("shows only the chosen pages through a limited link", async () => {
		const key = await link("generate");
		await ask("/private-link-config/areas", { areas: ["overview", "pages"] }, "PUT");
		const { page, close } = await openPage(browser, product);
		await page.goto(`/${site.id}/${key}`);
		await figure(page, "Page views").getByText("1", { exact: true }).waitFor();
		expect(await menuOf(page)).toEqual(["Overview", "Live", "Explore", "Boards", "Pages"]);
		await ask("/private-link-config/areas", { areas: null }, "PUT");
		await close();
	});

	it("opens the first chosen page for a link without the overview", async () => {
		const key = await link("generate");
		await ask("/private-link-config/areas", { areas: ["goals", "sources"] }, "PUT");
		const { page, close } = await openPage(browser, product);
		await page.goto(`/${site.id}/${key}`);
		await page.waitForURL(`**/${site.id}/${key}/sources*`);
		await page.getByRole("heading", { level: 1, name: "Sources" }).waitFor();
		expect(await menuOf(page)).toEqual(["Sources", "Goals"]);
		await ask("/private-link-config/areas", { areas: null }, "PUT");
		await close();
	});

	it("takes five clicks from the overview to a copied link to one page, which opens that page and names the site", async () => {
		await link("revoke");
		const { page, close } = await openPage(browser, product, product.owner);
		await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
		await page.goto(`/${site.id}`);
		let clicks = 0;
		const click = async (role: "link" | "button", name: string) => {
			clicks += 1;
			await page.getByRole(role, { name, exact: true }).first().click();
		};
		await click("link", "Settings");
		await click("link", "Sharing");
		await click("button", "Add link");
		await click("button", "Show only Goals");
		await click("button", "Create and copy link");
		await page.getByText("Private link created and copied").waitFor();
		expect(clicks).toBeLessThanOrEqual(5);
		const copied = await page.evaluate(() => navigator.clipboard.readText());
		expect(copied).toMatch(new RegExp(`/${site.id}/[0-9a-f]{32}$`));
		await close();

		const client = await openPage(browser, product);
		await client.page.goto(copied);
		await client.page.getByRole("heading", { level: 1, name: "Goals" }).waitFor();
		expect(await menuOf(client.page)).toEqual(["Goals"]);
		await client.page.getByText("shared-notes.example This is a private link.").waitFor();
		await client.close();
	});

	it("asks in a frame of another website for the password of its link", async () => {
		const { privateLinkKey } = await ask<{ privateLinkKey: string }>("/private-links", {
			...{ name: "Embedded", password: "correct horse" },
		});
		await ask("/config", { embedEnabled: true }, "PUT");
		const { server, url } = await startFraming(`${product.url}/${site.id}/${privateLinkKey}?embed`);
		await ask("/config", { allowedOrigins: [new URL(url).origin] }, "PUT");
		const { page, close } = await openPage(browser, product);
		const shown = page.frameLocator("iframe");
		await expect
			.poll(async () => {
				await page.goto(url);
				return shown.getByRole("heading", { name: "This link needs a password" }).isVisible();
			})
			.toBe(true);
		await shown.getByLabel("Password").fill("correct horse");
		await shown.getByRole("button", { name: "Open" }).click();
		await shown
			.getByRole("group", { name: /^Metrics:/ })
			.getByText("1", { exact: true })
			.first()
			.waitFor();
		await close();
		server.closeAllConnections();
		server.close();
		await ask("/config", { allowedOrigins: [], embedEnabled: false }, "PUT");
	});

	it("is open to anybody while it is public", async () => {
		const { page, close } = await openPage(browser, product);
		await page.goto(`/${site.id}`);
		await page.getByRole("heading", { name: "This site is not public" }).waitFor();
		await ask("/config", { public: true }, "PUT");
		await page.goto(`/${site.id}`);
		await figure(page, "Page views").getByText("1", { exact: true }).waitFor();
		await page.getByText("This is a public site.").waitFor();
		expect(await menuOf(page)).not.toContain("Recordings");
		await ask("/config", { public: false }, "PUT");
		await page.reload();
		await page.getByRole("heading", { name: "This site is not public" }).waitFor();
		await close();
	});

	it("can be shown in frames of the websites that its owner allows, and of no others", async () => {
		await ask("/config", { public: true, embedEnabled: true }, "PUT");
		const { server, url } = await startFraming(`${product.url}/${site.id}?embed`);
		const { page, close } = await openPage(browser, product);
		const refused: string[] = [];
		page.on("console", (message) => {
			if (message.text().includes("frame-ancestors")) refused.push(message.text());
		});
		await page.goto(url);
		await expect.poll(() => refused.length).toBeGreaterThan(0);
		const shown = page.frameLocator("iframe");
		expect(await shown.getByRole("heading", { name: "Overview" }).count()).toBe(0);

		await ask("/config", { allowedOrigins: [new URL(url).origin] }, "PUT");
		await expect
			.poll(async () => {
				await page.goto(url);
				return shown.getByRole("heading", { name: "Overview" }).isVisible();
			})
			.toBe(true);
		await shown
			.getByRole("group", { name: /^Metrics:/ })
			.getByText("1", { exact: true })
			.first()
			.waitFor();
		// Nothing that surrounds the page: no menus, no account.
		expect(await shown.getByRole("navigation").count()).toBe(0);

		// Without `?embed` no website may frame it.
		const { server: other, url: plain } = await startFraming(`${product.url}/${site.id}`);
		refused.length = 0;
		await page.goto(plain);
		await expect.poll(() => refused.length).toBeGreaterThan(0);
		await close();
		for (const one of [server, other]) {
			one.closeAllConnections();
			one.close();
		}
	});

	it("shows members a private note on the chart, and visitors only public ones", async () => {
		const day = new Date().toISOString().slice(0, 10);
		for (const [title, isPublic] of [
			["Secret launch", false],
			["Public launch", true],
		] as const)
			await ask("/annotations", { title, date: `${day}T00:00:00.000Z`, isPublic });
		const key = await link("generate");
		const expectNotes = async (path: string, isOwner: boolean, titles: readonly string[]) => {
			const { page, close } = await openPage(browser, product, isOwner ? product.owner : undefined);
			await page.goto(`${path}?range=7d&tz=UTC`);
			await settled(page);
			const chart = page.getByRole("region", { name: "Metrics and chart" });
			await chart.getByRole("button", { name: "Table" }).click();
			// Notes are loaded, all at once, with the first screen.
			await expect
				.poll(async () => {
					const text = await chart.getByRole("table").innerText();
					return ["Secret launch", "Public launch"].filter((title) => text.includes(title));
				})
				.toEqual(titles);
			await close();
		};
		await expectNotes(`/${site.id}`, true, ["Secret launch", "Public launch"]);
		await expectNotes(`/${site.id}/${key}`, false, ["Public launch"]);
	});
});
