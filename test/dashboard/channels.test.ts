import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { expectNoAxeViolations } from "@footfall/testing/dashboard/axe";
import { type Account, askAs, createAccount } from "@footfall/testing/dashboard/dashboard-product";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { picture } from "@footfall/testing/dashboard/picture";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
/** Nobody answers there. */
const ADDRESS = "https://192.88.98.1/hook/a-secret-path";

interface Listed {
	data: { channelId: number; name: string; isOn: boolean; kind: string }[];
}

let browser: Browser;
/** Of an organization of its own: other tests have channels in the first one. */
let account: Account;
let organizationId: string;
const ask = <Answer>(path: string, ...more: [body?: object, method?: string]) =>
	askAs<Answer>({ url: product.url, account }, path, ...more);
const channels = () => `/api/organizations/${organizationId}/channels`;

const open = async (width = 1280) => {
	const options = { viewport: { width, height: 900 } };
	const opened = await openPage(browser, product, account, options);
	await opened.page.goto(`/organization/${organizationId}/channels`);
	await settled(opened.page);
	return opened;
};
const listed = async () => (await ask<Listed>(channels())).data;
const add = (name: string, target: object = { kind: "webhook", url: ADDRESS }) =>
	ask(channels(), { name, target });

describeInChromium("the channels of an organization", () => {
	beforeAll(async () => {
		browser = await launchChromium();
		account = await createAccount(product, "member", "announcer");
		({ id: organizationId } = await ask<{ id: string }>("/api/auth/organization/create", {
			...{ name: "Announcements", slug: "announcements" },
		}));
	});
	afterAll(() => browser?.close());
	afterEach(async () => {
		for (const { channelId } of await listed())
			await ask(`${channels()}/${channelId}`, undefined, "DELETE");
	});

	it("are added in a form that says what is missing; a webhook's secret is shown once", async () => {
		const { page, close, troubles } = await open();
		await page.getByRole("button", { name: "Add channel" }).click();
		const form = page.getByRole("dialog", { name: "Add channel" });
		await form.getByLabel("Kind").selectOption("Webhook");
		await form.getByRole("button", { name: "Add channel" }).click();
		await expect.poll(() => form.getByText("Fill this in.").count()).toBe(2);
		await form.getByLabel("Name").fill("Hook");
		await form.getByLabel("Address").fill(ADDRESS);
		await form.getByRole("button", { name: "Add channel" }).click();
		const secret = page.getByRole("dialog", { name: "Signing secret" });
		expect(await secret.locator("code").innerText()).toMatch(/^whsec_/);
		await secret.getByRole("button", { name: "Close" }).last().click();
		await page.getByRole("row", { name: /Hook.*…path/ }).waitFor();
		expect(await listed()).toMatchObject([{ name: "Hook", kind: "webhook", isOn: true }]);
		expect(troubles).toEqual([]);
		await close();
	});

	it("refuse an address of this machine, in words", async () => {
		const { page, close } = await open();
		await page.getByRole("button", { name: "Add channel" }).click();
		const form = page.getByRole("dialog", { name: "Add channel" });
		await form.getByLabel("Kind").selectOption("Slack");
		await form.getByLabel("Name").fill("Inside");
		await form.getByLabel("Address").fill("http://127.0.0.1/");
		await form.getByRole("button", { name: "Add channel" }).click();
		await expect
			.poll(() => form.getByRole("alert").innerText())
			.toContain("DESTINATION_PRIVATE_NETWORKS");
		await close();
	});

	it("are tested, switched off and on again, and removed with the keyboard", async () => {
		await add("Ops", { kind: "mail", address: account.email });
		const [added] = await listed();
		const { page, close } = await open();
		const choose = async (item: string) => {
			await page.getByRole("button", { name: "Actions for Ops" }).focus();
			await page.keyboard.press("Enter");
			const entry = page.getByRole("menuitem", { name: item });
			await entry.focus();
			await page.keyboard.press("Enter");
		};
		const isOn = async () => (await listed()).map((one) => one.isOn);
		if (added?.isOn) {
			await choose("Send a test");
			const test = page.getByRole("dialog", { name: "Send a test" });
			await test.getByRole("button", { name: "Send a test" }).press("Enter");
			await test.getByText("Mail is not set up (SMTP_URL)").waitFor();
			await page.keyboard.press("Escape");
			await page.getByRole("row", { name: /A test from Footfall.*Failed/ }).waitFor();
			await choose("Switch off");
			await expect.poll(isOn).toEqual([false]);
			await choose("Switch on again");
			await expect.poll(isOn).toEqual([true]);
		} else await page.getByText("has not been opened yet").waitFor();
		await choose("Remove");
		const remove = page.getByRole("dialog", { name: "Remove Ops?" });
		await remove.getByRole("button", { name: "Remove" }).press("Enter");
		await page.getByText("No channels").waitFor();
		await close();
	});

	it("are accessible and fit into 320 pixels, in both schemes, list and form", async () => {
		await add("Hook");
		await add("Ops", { kind: "mail", address: "ops@example.com" });
		const { page, close } = await open(320);
		for (const scheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme: scheme });
			await page.getByRole("row", { name: /Hook/ }).waitFor();
			await picture(page, `channels-list-${scheme}`);
			await expectNoAxeViolations(page, `the list in ${scheme}`);
			await page.getByRole("button", { name: "Add channel" }).click();
			await page.getByRole("dialog").getByLabel("Kind").selectOption("Telegram");
			await picture(page, `channels-form-${scheme}`);
			await expectNoAxeViolations(page, `the form in ${scheme}`);
			const sideways = await page.evaluate(
				() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
			);
			expect(sideways).toBe(0);
			await page.keyboard.press("Escape");
		}
		await close();
	});
});
