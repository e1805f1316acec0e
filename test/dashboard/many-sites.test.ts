import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { expectNoAxeViolations } from "@footfall/testing/dashboard/axe";
import {
	type Account,
	createAccount,
	type MadeSite,
	sendVisit,
	sessionCookie,
} from "@footfall/testing/dashboard/dashboard-product";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import { eventually } from "@footfall/testing/eventually";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
/** More than one page of the list, and of the menu. */
const SITES = 65;
/** A number may have more digits, and times may end differently. */
const ALIKE_BYTES = 64;

describeInChromium("a person with many sites", () => {
	let account: Account;
	let browser: Browser;
	let organizationId: string;
	let first: MadeSite;

	const call = async (path: string, body?: string): Promise<string> => {
		const { name, value } = await sessionCookie(product.url, account);
		const answer = await fetch(product.url + path, {
			method: body === undefined ? "GET" : "POST",
			headers: { "content-type": "application/json", cookie: `${name}=${value}` },
			body: body ?? null,
		});
		const text = await answer.text();
		if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
		return text;
	};
	const ask = async <Answer>(path: string, body: object): Promise<Answer> =>
		JSON.parse(await call(path, JSON.stringify(body))) as Answer;
	const addSite = (number: number) => {
		const name = `agency-${String(number).padStart(2, "0")}`;
		const path = `/api/organizations/${organizationId}/sites`;
		return ask<MadeSite>(path, { name, domain: `${name}.example` });
	};
	/**
	 * The size of every response of the API that the overview of the first site requests, by path and, as several
	 * batches of reports have the same path, by request body. The browser does not keep the text of a response that
	 * the page reads as a stream, so each request is sent once more.
	 */
	const askedByOverview = async () => {
		const { page, close } = await openPage(browser, product, account);
		const asked = new Map<string, [path: string, body: string | undefined]>();
		page.on("request", (request) => {
			const { pathname, search } = new URL(request.url());
			if (!pathname.startsWith("/api/")) return;
			const body = request.postData() ?? undefined;
			asked.set(`${pathname}${search} ${body ?? ""}`.trim(), [pathname + search, body]);
		});
		await page.goto(`/${first.id}`);
		const isAsked = (expected: RegExp) => [...asked.keys()].some((query) => expected.test(query));
		const isWhole = async () =>
			isAsked(/^\/api\/user\/memberships/) && isAsked(/^\/api\/sites\/\w+\/reports ./);
		await eventually(isWhole, Boolean);
		await settled(page);
		await close();
		const sizes = new Map<string, number>();
		for (const [query, [path, body]] of asked) sizes.set(query, (await call(path, body)).length);
		return sizes;
	};

	let withOneSite: Map<string, number>;
	beforeAll(async () => {
		browser = await launchChromium();
		account = await createAccount(product, "member", "agency");
		// Other tests create and delete sites of this person.
		await ask("/api/auth/organization/leave", { organizationId: product.organizationId });
		const organization = { name: "Agency", slug: "agency" };
		({ id: organizationId } = await ask<{ id: string }>(
			"/api/auth/organization/create",
			organization,
		));
		first = await addSite(1);
		// Without any visit, the overview shows how to install the tracker instead of reports.
		await sendVisit(product, first, { hostname: "agency-01.example", pathname: "/" });
		withOneSite = await askedByOverview();
		for (let number = 2; number <= SITES; number++) await addSite(number);
	});
	afterAll(() => browser?.close());

	it("gets a page with responses that do not grow with the number of sites", async () => {
		const withMany = await askedByOverview();
		const listsOfSites = /^\/api\/(sites|sites\/overview|organizations)(\?|$)/;
		expect([...withMany.keys()].filter((query) => listsOfSites.test(query))).toEqual([]);
		const grown = [...withMany].flatMap(([query, bytes]) => {
			const before = withOneSite.get(query) ?? bytes;
			return bytes - before > ALIKE_BYTES ? [`${query}: ${before} to ${bytes} bytes`] : [];
		});
		expect(grown).toEqual([]);
	});

	it("finds them in the menu, which shows the first ones", async () => {
		const { page, close } = await openPage(browser, product, account);
		await page.goto(`/${first.id}`);
		await page.getByRole("button", { name: "Site: agency-01.example. Switch site" }).click();
		const options = page.getByRole("option");
		await expect.poll(() => options.count()).toBe(50);
		await page.getByText("15 more. Search to find them.").waitFor();
		await expectNoAxeViolations(page, "the menu of sites");
		await page.getByRole("combobox", { name: "Search sites" }).fill("ENCY-64");
		await expect.poll(() => options.allTextContents()).toEqual(["agency-64.example"]);
		await page.keyboard.press("Enter");
		await page.getByRole("button", { name: "Site: agency-64.example. Switch site" }).waitFor();
		await close();
	});

	it("pages through them, and searches all", async () => {
		const { page, close, troubles } = await openPage(browser, product, account);
		await page.goto("/");
		await page.waitForURL("**/sites");
		await page.getByText("65 sites, last 7 days vs the 7 before").waitFor();
		const cards = page.getByRole("main").getByRole("listitem");
		await expect.poll(() => cards.count()).toBe(60);
		expect(await page.getByRole("combobox", { name: "Sort by" }).count()).toBe(0);
		await page.getByRole("navigation", { name: "1–60 of 65" }).waitFor();
		// Cards shift the content below them when their figures arrive.
		await settled(page);
		await page.getByRole("button", { name: "Next" }).click();
		await expect.poll(() => new URL(page.url()).search).toBe("?page=2");
		await expect.poll(() => cards.count()).toBe(5);
		await page.getByRole("searchbox", { name: "Search sites" }).fill("agency-1");
		await expect.poll(() => cards.count()).toBe(10);
		expect(new URL(page.url()).search).toBe("?find=agency-1");
		// The results fit on one page, in any order.
		await page.getByRole("combobox", { name: "Sort by" }).waitFor();
		await page.getByRole("searchbox", { name: "Search sites" }).fill("nowhere");
		await page.getByText("No sites found.").waitFor();
		expect(troubles).toEqual([]);
		await close();
	});

	it("adds the sites found by a search to a team", async () => {
		const { page, close } = await openPage(browser, product, account);
		await page.goto(`/organization/${organizationId}/teams`);
		await page.getByRole("button", { name: "Add team" }).click();
		const dialog = page.getByRole("dialog", { name: "Add team" });
		await dialog.getByRole("textbox", { name: "Team" }).fill("Readers");
		await dialog.getByRole("checkbox", { name: "agency-02.example" }).check();
		await dialog.getByRole("searchbox", { name: "Search sites" }).fill("agency-65");
		await dialog.getByRole("checkbox", { name: "agency-65.example" }).check();
		await dialog.getByRole("group", { name: "Sites (2)" }).waitFor();
		await dialog.getByRole("button", { name: "Add team" }).click();
		await page.getByText("agency-02.example, agency-65.example").waitFor();
		await close();
	});
});
