import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { expectNoAxeViolations } from "@footfall/testing/dashboard/axe";
import {
	type Account,
	askProduct,
	createAccount,
	createSite,
	type MadeSite,
	sendVisit,
} from "@footfall/testing/dashboard/dashboard-product";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
const MAILS = `/api/organizations/${product.organizationId}/report-mails`;

interface Listed {
	reportMailId: number;
	name: string;
	siteId: number | null;
	isPaused: boolean;
	recipients: { address: string; state: string }[];
}

let browser: Browser;
let site: MadeSite;
let member: Account;

const listed = async () => (await askProduct<{ data: Listed[] }>(product, MAILS)).data;
const add = async (name: string, fields: object = {}) => {
	const given = { siteId: site.siteId, every: "week", timeZone: "Europe/Berlin" };
	return (await askProduct<Listed>(product, MAILS, { name, ...given, ...fields })).reportMailId;
};
const open = async (path: string, account: Account = product.owner, width = 1280) => {
	const opened = await openPage(browser, product, account, { viewport: { width, height: 900 } });
	await opened.page.goto(path);
	await settled(opened.page);
	return opened;
};
const settings = (rest = "") => `/${site.id}/settings/mails${rest}`;
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

describeInChromium("the report mails of a site", () => {
	beforeAll(async () => {
		browser = await launchChromium();
		site = await createSite(product, "Mailed site");
		await sendVisit(product, site, { pathname: "/mailed" });
		member = await createAccount(product, "member", "mail-member");
	});
	afterAll(() => browser?.close());
	afterEach(async () => {
		for (const { reportMailId } of await listed())
			await askProduct(product, `${MAILS}/${reportMailId}`, undefined, "DELETE");
	});

	it("are added in a form with the mouse, which says at each field what is wrong", async () => {
		const { page, troubles, close } = await open(settings());
		await page.getByText("No report mails yet").waitFor();
		await page.getByRole("link", { name: "New report mail" }).first().click();
		const form = page.getByRole("region", { name: "New report mail" });
		await form.getByLabel("Name").fill(" ");
		await button(page, "Save report mail").click();
		await form.getByText("Enter a name, such as Weekly figures.").waitFor();
		await form.getByLabel("Name").fill("Monthly figures");
		await form.getByLabel("Every").selectOption("month");
		await form.getByLabel("Day of the month").selectOption("31");
		await form.getByText("In shorter months, their last day.").waitFor();
		await form.getByLabel("Hour").selectOption("06:00");
		await form.getByLabel("Time zone").selectOption("Asia/Tokyo");
		await form.getByLabel("Language").selectOption("Deutsch");
		await form.getByLabel("Address").fill("nobody");
		await button(page, "Add").click();
		await form.getByText("Enter an address, such as jane@example.com.").waitFor();
		await form.getByLabel("Address").fill("Jane@Example.com");
		await button(page, "Add").click();
		await button(page, "Remove jane@example.com").waitFor();
		await form.getByLabel("Campaigns").uncheck();
		await button(page, "Save report mail").click();
		await page.getByText("On the last day of each month at 06:00 (Asia/Tokyo)").waitFor();
		await page.getByRole("row", { name: /jane@example.com.*Has not agreed yet/ }).waitFor();
		const [mail] = await listed();
		expect(mail).toMatchObject({
			...{ name: "Monthly figures", siteId: site.siteId, every: "month", monthday: 31, hour: 6 },
			...{ timeZone: "Asia/Tokyo", language: "de" },
			parts: expect.not.arrayContaining(["campaigns"]),
		});
		expect(mail?.recipients.map(({ address, state }) => `${address} ${state}`).sort()).toEqual([
			"admin@localhost.localdomain active",
			"jane@example.com unconfirmed",
		]);
		expect(new URL(page.url()).pathname).toBe(settings(`/${mail?.reportMailId}`));
		expect(troubles).toEqual([]);
		await close();
	});

	it("are added, paused, resumed and deleted with the keyboard alone", async () => {
		const { page, troubles, close } = await open(settings("/new"));
		const address = page.getByLabel("Address");
		await address.focus();
		await page.keyboard.type("jane@example.com");
		await page.keyboard.press("Enter");
		await button(page, "Remove jane@example.com").waitFor();
		await page.getByLabel("Name").focus();
		await page.keyboard.press("Enter");
		await page.getByRole("row", { name: /jane@example.com/ }).waitFor();
		await page.getByRole("link", { name: "All report mails" }).press("Enter");
		await page.getByRole("link", { name: "Weekly report" }).waitFor();
		const choose = async (item: string) => {
			await page.getByRole("button", { name: "Actions for Weekly report" }).focus();
			await page.keyboard.press("Enter");
			const entry = page.getByRole("menuitem", { name: item });
			await entry.focus();
			await page.keyboard.press("Enter");
		};
		const isPaused = async () => (await listed()).map((one) => one.isPaused);
		await choose("Pause");
		await expect.poll(isPaused).toEqual([true]);
		await page.getByText("Paused", { exact: true }).waitFor();
		await choose("Resume");
		await expect.poll(isPaused).toEqual([false]);
		await page.getByText(/^Next: /).waitFor();
		await choose("Delete");
		const question = page.getByRole("dialog", { name: "Delete “Weekly report”?" });
		await question.getByRole("button", { name: "Delete" }).press("Enter");
		await page.getByText("No report mails yet").waitFor();
		expect(await listed()).toEqual([]);
		expect(troubles).toEqual([]);
		await close();
	});

	it("say that this installation sends no mail", async () => {
		await add("Weekly figures");
		const { page, close } = await open(settings());
		await page.getByText("its operator has to set SMTP_URL").waitFor();
		await page.getByRole("link", { name: "Weekly figures" }).waitFor();
		await close();
	});

	it("keep what was typed until it is saved or discarded, and say so", async () => {
		const id = await add("Weekly figures");
		const { page, close } = await open(settings(`/${id}/edit`));
		await page.getByLabel("Hour").selectOption("17:00");
		await page.getByRole("link", { name: "Cancel" }).click();
		await page.getByText("Changes of “Weekly figures” are not saved.").waitFor();
		await page.goBack();
		await expect.poll(() => page.getByLabel("Hour").inputValue()).toBe("17");
		await button(page, "Discard changes").click();
		await expect.poll(() => page.getByLabel("Hour").inputValue()).toBe("8");
		await close();
	});

	it("can be subscribed to and unsubscribed from by the reader", async () => {
		const id = await add("Weekly figures");
		const { page, close } = await open(settings(`/${id}`));
		await button(page, "Subscribe me").click();
		await page.getByRole("row", { name: /you.*Gets it/ }).waitFor();
		await button(page, "Unsubscribe me").click();
		await page.getByRole("row", { name: /you.*Unsubscribed/ }).waitFor();
		await close();
	});

	it("are shown before they are sent, in a frame in which nothing runs, and as text", async () => {
		const id = await add("Weekly figures");
		const { page, troubles, close } = await open(settings(`/${id}`));
		const frame = page.locator("iframe");
		await frame.waitFor();
		expect(await frame.getAttribute("sandbox")).toBe("allow-same-origin");
		const mail = page.frameLocator("iframe");
		await mail.getByText("Mailed site").first().waitFor();
		await button(page, "Text").click();
		await page.locator("pre").getByText("Mailed site").waitFor();
		await button(page, "Send me one now").click();
		await page.getByText("Mail is not set up on this server").waitFor();
		expect(troubles).toEqual([]);
		await close();
	});

	it("about all sites are made on the page of the organization, which lists those of each site", async () => {
		await add("Of one site");
		const { page, close } = await open(`/organization/${product.organizationId}/mails`);
		await page.getByText("Site Mailed site").waitFor();
		await page.getByRole("link", { name: "New report mail" }).first().click();
		await page.getByLabel("Name").fill("Of all sites");
		await button(page, "Save report mail").click();
		await page.getByRole("region", { name: "Recipients" }).waitFor();
		expect((await listed()).find(({ name }) => name === "Of all sites")?.siteId).toBeNull();
		await page.goto(settings());
		await page.getByRole("link", { name: "Of one site" }).waitFor();
		expect(await page.getByRole("link", { name: "Of all sites" }).count()).toBe(0);
		await close();
	});

	it("let members who are no administrators add themselves only", async () => {
		const { page, close } = await open(settings("/new"), member);
		await page.getByLabel("mail-member@example.com (you)").waitFor();
		await page.getByText("An administrator can add other recipients.").waitFor();
		expect(await page.getByLabel("Address").count()).toBe(0);
		expect(await page.getByRole("checkbox", { name: /admin@localhost/ }).count()).toBe(0);
		await button(page, "Save report mail").click();
		await page.getByRole("row", { name: /mail-member@example.com.*Gets it/ }).waitFor();
		await close();
	});

	it("are accessible and fit into 320 pixels, in both schemes, list, page and form", async () => {
		const id = await add("Weekly figures", { recipients: [{ address: "jane@example.com" }] });
		const { page, close } = await open(settings(), product.owner, 320);
		for (const path of [settings(), settings(`/${id}`), settings(`/${id}/edit`)]) {
			await page.goto(path);
			await settled(page);
			for (const colorScheme of ["light", "dark"] as const) {
				await page.emulateMedia({ colorScheme });
				await expectNoAxeViolations(page, `${path} in ${colorScheme}`);
			}
			const sideways = await page.evaluate(
				() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
			);
			expect(sideways, path).toBe(0);
		}
		await close();
	});
});
