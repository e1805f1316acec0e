import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { expectNoAxeViolations } from "@footfall/testing/dashboard/axe";
import {
	askProduct,
	createSite,
	type MadeSite,
	sendVisit,
} from "@footfall/testing/dashboard/dashboard-product";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { eventually } from "@footfall/testing/eventually";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");

let browser: Browser;
let site: MadeSite;

const ask = <Answer>(path: string, body?: object, method?: string) =>
	askProduct<Answer>(product, `/api/sites/${site.siteId}${path}`, body, method);

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const cards = (page: Page) => page.locator("main h2").allTextContents();

/** Opens the menu behind a button of the question, and chooses there by keyboard. */
const choose = async (page: Page, button: string, names: readonly string[]) => {
	await page.getByRole("button", { name: button }).click();
	for (const name of names) {
		await page.getByRole("combobox", { name: button }).fill(name);
		// Names of goals arrive later than the menu.
		await page.getByRole("option", { name, exact: true }).waitFor();
		await page.keyboard.press("Enter");
	}
	await page.keyboard.press("Escape");
};

describeInChromium("a question", () => {
	beforeAll(async () => {
		browser = await launchChromium();
		site = await createSite(product, "Asked site");
		await sendVisit(product, site, { pathname: "/first" });
		await sendVisit(product, site, { pathname: "/second" });
	});
	afterAll(() => browser?.close());

	it("is built, saved, put on a board, moved there by keyboard, and shared by private link", async () => {
		const { page, troubles, close } = await openPage(browser, product, product.owner);
		await page.goto(`/${site.id}/explore`);
		await heading(page, "Explore").waitFor();
		await choose(page, "Add breakdown", ["Page"]);
		await page.waitForURL(/dimensions=pathname/);
		await choose(page, "Add figure", ["Page views"]);
		await page.waitForURL(/metrics=sessions~pageviews/);
		await page.getByRole("button", { name: "Table", exact: true }).click();
		const table = page.getByRole("table");
		await table.getByRole("row", { name: /\/first/ }).waitFor();

		// A copied address shows the same, and so does the way back.
		const address = page.url();
		await page.goto(address);
		await table.getByRole("row", { name: /\/second/ }).waitFor();
		await page.getByRole("button", { name: "Remove Page", exact: true }).click();
		await page.waitForURL((url) => !url.search.includes("dimensions"));
		await page.goBack();
		await table.getByRole("row", { name: /\/first/ }).waitFor();

		await page.getByRole("button", { name: "Save", exact: true }).click();
		await page.getByRole("textbox", { name: "Name" }).fill("Views of pages");
		await page.keyboard.press("Enter");
		await page.getByRole("button", { name: "Views of pages", exact: true }).waitFor();

		await page.goto(`/${site.id}/boards`);
		await page.getByRole("button", { name: "New board" }).click();
		await page.getByRole("textbox", { name: "Name" }).fill("Mondays");
		await page.keyboard.press("Enter");
		await page.waitForURL(/boards\/\d+/);
		await page.getByRole("button", { name: "Edit", exact: true }).click();
		await page.getByRole("button", { name: "Add text" }).click();
		await page.getByRole("textbox", { name: "Text of card 1" }).fill("What we look at");
		await page.getByRole("button", { name: "Add saved question" }).click();
		await page.getByRole("menuitem", { name: "Views of pages" }).click();
		const earlier = page.getByRole("button", { name: "Move Views of pages earlier" });
		await earlier.focus();
		await page.keyboard.press("Enter");
		await page.getByText("Views of pages: place 1 of 2").waitFor({ state: "attached" });
		await page.getByRole("button", { name: "Save", exact: true }).click();
		await page.getByRole("button", { name: "Edit", exact: true }).waitFor();
		await page.getByRole("row", { name: /\/first/ }).waitFor();
		const { cards: stored } = await ask<{ cards: { kind: string }[] }>(
			`/boards/${page.url().match(/boards\/(\d+)/)?.[1]}`,
		);
		expect(stored.map(({ kind }) => kind)).toEqual(["saved", "text"]);

		const { data } = await ask<{ data: { privateLinkKey: string } }>("/private-link-config", {
			action: "generate_private_link_key",
		});
		const shared = await openPage(browser, product);
		const board = new URL(page.url()).pathname.replace(`/${site.id}`, "");
		await shared.page.goto(`/${site.id}/${data.privateLinkKey}${board}`);
		await shared.page.getByRole("row", { name: /\/second/ }).waitFor();
		await shared.page.getByText("What we look at").waitFor();
		expect(await shared.page.getByRole("button", { name: "Edit", exact: true }).count()).toBe(0);
		expect([...troubles, ...shared.troubles]).toEqual([]);
		await shared.close();
		await close();
	});

	it("of a list of the overview is added to a new board", async () => {
		const { page, close } = await openPage(browser, product, product.owner);
		await page.goto(`/${site.id}`);
		await page.getByRole("button", { name: "To board: Channels" }).click();
		await page.getByRole("menuitem", { name: "A new board" }).click();
		await page.getByRole("textbox", { name: "Name" }).fill("From the overview");
		await page.keyboard.press("Enter");
		await page.getByText("Added to From the overview").waitFor();
		await page.goto(`/${site.id}/boards`);
		await page.getByRole("link", { name: "From the overview" }).click();
		await page.getByRole("region", { name: "Channels" }).first().waitFor();
		expect(await cards(page)).toContain("Channels");
		await close();
	});

	it("of any page with figures is added to one board", async () => {
		const { goalId } = await ask<{ goalId: number }>("/goals", {
			...{ name: "First page", goalType: "path", config: { pathPattern: "/first" } },
		});
		const { page, close, troubles } = await openPage(browser, product, product.owner);
		const added = [
			["", "Time of day", "A new board"],
			["/pages", "Pages", "Everything"],
			["/sources?open=referrer", "Sources", "Everything"],
			["/goals", "Goals", "Everything"],
			[`/goals/${goalId}`, "First page: Conversions", "Everything"],
		] as const;
		for (const [path, title, board] of added) {
			await page.goto(`/${site.id}${path}`);
			const toBoard = page.getByRole("button", { name: `To board: ${title}` });
			// What is below the first screen is drawn once it comes near, and the page grows while it loads.
			await eventually(async () => {
				await page.keyboard.press("End");
				return toBoard.isVisible();
			}, Boolean);
			await expectNoAxeViolations(page, path);
			await toBoard.click();
			await page.getByRole("menuitem", { name: board }).click();
			if (board === "A new board") {
				await page.getByRole("textbox", { name: "Name" }).fill("Everything");
				await page.keyboard.press("Enter");
			}
			await page.getByText("Added to Everything").waitFor();
		}
		await page.goto(`/${site.id}/boards`);
		await page.getByRole("link", { name: "Everything" }).click();
		await heading(page, "First page: Conversions").waitFor();
		expect(await cards(page)).toEqual(added.map(([, title]) => title));
		await page.getByRole("region", { name: "Goals" }).getByText("First page").waitFor();
		expect(troubles).toEqual([]);
		await ask(`/goals/${goalId}`, undefined, "DELETE");
		await close();
	});

	it("of a ready-made board is shown, and a copy of the board can be changed", async () => {
		const { page, close } = await openPage(browser, product, product.owner);
		await page.goto(`/${site.id}/boards/ready-content`);
		await heading(page, "By day").waitFor();
		await page.getByRole("button", { name: "Copy", exact: true }).click();
		await page.waitForURL(/boards\/\d+/);
		await page.getByRole("button", { name: "Edit", exact: true }).click();
		await page.getByRole("button", { name: "Remove By day" }).click();
		await page.getByRole("button", { name: "Save", exact: true }).click();
		await page.getByRole("button", { name: "Versions" }).click();
		await page.getByRole("button", { name: "Restore: Version 1" }).click();
		await heading(page, "By day").waitFor();
		await close();
	});

	it("is renamed, replaced and saved for all sites, and an earlier version comes back", async () => {
		await ask("/questions", {
			...{ name: "Draft", view: "number" },
			question: { metrics: ["sessions"], dimensions: [] },
		});
		const { page, close } = await openPage(browser, product, product.owner);
		await page.goto(`/${site.id}/explore?metrics=users`);
		const act = async (name: string, action: string) => {
			await page.getByRole("button", { name: `Actions for ${name}` }).click();
			await page.getByRole("menuitem", { name: action }).click();
		};
		await act("Draft", "Rename");
		await page.getByRole("textbox", { name: "Name" }).fill("People");
		await page.keyboard.press("Enter");
		await page.getByRole("button", { name: "People", exact: true }).waitFor();
		await act("People", "Replace by the question above");
		await page.getByText("“People” saved").last().waitFor();
		await act("People", "For all sites of the organization");
		await page.getByText("All sites", { exact: true }).waitFor();
		const stored = async () => {
			const all =
				await ask<{ name: string; siteId: number | null; question: { metrics: string[] } }[]>(
					"/questions",
				);
			return all.find(({ name }) => name === "People" || name === "Draft");
		};
		expect(await stored()).toMatchObject({ siteId: null, question: { metrics: ["users"] } });
		await act("People", "Versions");
		await page.getByRole("button", { name: "Restore: Version 1" }).click();
		await page.getByRole("button", { name: "Draft", exact: true }).waitFor();
		expect(await stored()).toMatchObject({ name: "Draft", question: { metrics: ["sessions"] } });
		await close();
	});

	it("by goal names the goals, and is offered on sites that have some", async () => {
		const { goalId } = await ask<{ goalId: number }>("/goals", {
			...{ name: "Saw the first", goalType: "path", config: { pathPattern: "/first" } },
		});
		const { page, close } = await openPage(browser, product, product.owner);
		await page.goto(`/${site.id}/explore?compare=off`);
		await choose(page, "Add breakdown", ["Goal"]);
		await page.waitForURL(/dimensions=goal/);
		// Nobody chose a view: that of one number gives way.
		await page.getByRole("button", { name: "Bars", pressed: true }).waitFor();
		await page.getByRole("button", { name: "Table", exact: true }).click();
		await page.getByRole("row", { name: "Saw the first" }).waitFor();
		await ask(`/goals/${goalId}`, undefined, "DELETE");
		await page.reload();
		await page.getByRole("button", { name: "Add breakdown" }).click();
		await page.getByRole("option", { name: "Page", exact: true }).waitFor();
		// The goal that is asked for stays chosen.
		expect(await page.getByRole("option", { name: "Goal", exact: true }).count()).toBe(1);
		await page.getByRole("option", { name: "Goal", exact: true }).click();
		await page.waitForURL((url) => !url.search.includes("dimensions"));
		expect(await page.getByRole("option", { name: "Goal", exact: true }).count()).toBe(0);
		await close();
	});

	it("says on its card that its goal was deleted", async () => {
		const { goalId } = await ask<{ goalId: number }>("/goals", {
			...{ name: "Reached", goalType: "path", config: { pathPattern: "/first" } },
		});
		const { boardId } = await ask<{ boardId: number }>("/boards", {
			name: "Goals",
			cards: [
				{
					...{ kind: "question", title: "Reached", view: "number" },
					question: { metrics: [`conversions(${goalId})`], dimensions: [] },
				},
			],
		});
		await ask(`/goals/${goalId}`, undefined, "DELETE");
		const { page, close } = await openPage(browser, product, product.owner);
		await page.goto(`/${site.id}/boards/${boardId}`);
		await page
			.getByRole("region", { name: "Reached" })
			.getByText("A goal that this question names was deleted.")
			.waitFor();
		await close();
	});

	it("in bars has one heading, heads above their columns, and room for names at 320 px", async () => {
		const { boardId } = await ask<{ boardId: number }>("/boards", {
			name: "Bars",
			cards: [
				{
					...{ kind: "question", title: "Long names", view: "bars" },
					question: { metrics: ["pageviews"], dimensions: ["pathname"] },
				},
			],
		});
		const { page, close } = await openPage(browser, product, product.owner);
		await page.goto(`/${site.id}/boards/${boardId}`);
		const card = page.getByRole("region", { name: "Long names" });
		await card.getByRole("row", { name: /\/first/ }).waitFor();
		expect(await card.getByRole("heading").allTextContents()).toEqual(["Long names"]);
		const edges = (selector: string) =>
			card
				.locator(selector)
				.evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right));
		expect(await edges("thead th")).toEqual(await edges("tbody tr:first-child > *"));
		expect(await card.getByRole("columnheader").allTextContents()).toEqual([
			...["Page", "Page views", "Share", "Change"],
		]);
		await page.setViewportSize({ width: 320, height: 900 });
		const name = card.locator("tbody th").first();
		expect((await name.boundingBox())?.width).toBeGreaterThan(110);
		expect(await card.getByRole("columnheader", { name: "Share" }).isVisible()).toBe(false);
		await close();
	});
});

describeInChromium("numbers and money", () => {
	beforeAll(async () => {
		browser = await launchChromium();
		site = await createSite(product, "Shop with money", { currency: "EUR" });
		for (const [place, price] of ["29.90", "10.10"].entries())
			await sendVisit(product, site, {
				...{ type: "custom_event", event_name: "order", pathname: `/order/${place}` },
				...{ revenue: price, properties: JSON.stringify({ items: place + 2, plan: "pro" }) },
			});
	});
	afterAll(() => browser?.close());

	it("are shown in the site's currency, as a table, as bars and as a number", async () => {
		const { page, troubles, close } = await openPage(browser, product, product.owner);
		const asked = `/${site.id}/explore?metrics=revenue~orders&compare=off`;
		await page.goto(asked);
		await page.getByText("€40.00").waitFor();
		expect(await page.getByText(/of 1 rows/).count()).toBe(0);
		await page.goto(`${asked}&dimensions=pathname&view=table`);
		await page.getByRole("row", { name: "/order/0 €29.90 1" }).waitFor();
		await page.goto(`${asked}&dimensions=currency`);
		await page.getByRole("row", { name: "EUR €40.00" }).waitFor();
		expect(troubles).toEqual([]);
		await close();
	});

	it("of a property are chosen from those of an event", async () => {
		const { page, close } = await openPage(browser, product, product.owner);
		await page.goto(`/${site.id}/explore?compare=off`);
		await page.getByRole("button", { name: "Add number of a property" }).click();
		const menu = page.getByRole("dialog", { name: "Add number of a property" });
		await menu.getByLabel("Figure").selectOption("Maximum");
		await menu.getByRole("option", { name: "items" }).click();
		await page.waitForURL(/metrics=sessions~max/);
		await page.getByText("3.00").waitFor();
		await close();
	});

	it("in properties of an event have a card with all figures, over time and by anything", async () => {
		const { page, troubles, close } = await openPage(browser, product, product.owner);
		await page.goto(`/${site.id}/events/order?compare=off`);
		const card = page.getByRole("region", { name: "Numbers" });
		await card.getByRole("row", { name: "items 5.00 2.50 2.50 2.00 3.00 2.90" }).waitFor();
		expect(await card.getByText("plan", { exact: true }).count()).toBe(0);
		await card.getByLabel("By", { exact: true }).selectOption("Page");
		await card.getByRole("row", { name: "/order/1 3.00" }).waitFor();
		await card.getByLabel("Figure", { exact: true }).selectOption("Maximum");
		await card.getByRole("heading", { name: "Maximum of items by Page" }).waitFor();
		expect(page.url()).toContain("figure=max");
		expect(troubles).toEqual([]);
		await close();
	});
});
