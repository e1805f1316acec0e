import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { expectNoAxeViolations } from "@footfall/testing/dashboard/axe";
import {
	type Account,
	askProduct,
	createAccount,
} from "@footfall/testing/dashboard/dashboard-product";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { picture } from "@footfall/testing/dashboard/picture";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
const TITLE = "Destinations";
/** Public, so that it is permitted; nothing is sent there, because it is paused at once. */
const ADDRESS = "https://192.88.98.1/events";

interface Listed {
	data: { destinationId: number; name: string; isPaused: boolean; hasSecret: boolean }[];
}

let browser: Browser;
let member: Account;

const open = async (account: Account = product.owner, width = 1280) => {
	const opened = await openPage(browser, product, account, { viewport: { width, height: 900 } });
	await opened.page.goto("/account");
	await settled(opened.page);
	return opened;
};
const listed = () => askProduct<Listed>(product, "/api/destinations");
const add = (name: string) =>
	askProduct(product, "/api/destinations", {
		...{ name, target: { kind: "http", url: ADDRESS }, filter: { hasBots: false }, start: "now" },
		secret: `whsec_${Buffer.alloc(32, 1).toString("base64")}`,
	});

describeInChromium("the destinations of an instance", () => {
	beforeAll(async () => {
		browser = await launchChromium();
		member = await createAccount(product, "admin", "no-instance-admin");
	});
	afterAll(() => browser?.close());
	afterEach(async () => {
		for (const { destinationId } of (await listed()).data)
			await askProduct(product, `/api/destinations/${destinationId}`, undefined, "DELETE");
	});

	it("are added in a form that says what is missing, and that generates a signing secret", async () => {
		const { page, close, troubles } = await open();
		const panel = page.getByRole("region", { name: TITLE, exact: true });
		await panel.getByRole("button", { name: "Add destination" }).click();
		const form = page.getByRole("dialog", { name: "Add destination" });
		await form.getByLabel("Kind").selectOption("Web server (HTTP)");
		await form.getByRole("button", { name: "Add destination" }).click();
		await expect.poll(() => form.getByText("Fill this in.").count()).toBe(2);
		await form.getByLabel("Name").fill("Hook");
		await form.getByLabel("Address").fill(ADDRESS);
		await form.getByRole("button", { name: "Generate" }).click();
		expect(await form.getByLabel("Signing secret").inputValue()).toMatch(/^whsec_.{44}$/);
		await form.getByRole("button", { name: "Add destination" }).click();
		await panel.getByRole("row", { name: /Hook/ }).waitFor();
		expect((await listed()).data).toMatchObject([{ name: "Hook", hasSecret: true }]);
		expect(troubles).toEqual([]);
		await close();
	});

	it("refuse an address of this machine before they are saved, in words", async () => {
		const { page, close } = await open();
		await page.getByRole("button", { name: "Add destination" }).click();
		const form = page.getByRole("dialog", { name: "Add destination" });
		await form.getByLabel("Kind").selectOption("Web server (HTTP)");
		await form.getByLabel("Name").fill("Inside");
		await form.getByLabel("Address").fill("http://127.0.0.1/");
		await form.getByRole("button", { name: "Generate" }).click();
		await form.getByRole("button", { name: "Check" }).click();
		const refusal = form.getByRole("alert");
		await expect.poll(() => refusal.innerText()).toContain("DESTINATION_PRIVATE_NETWORKS");
		expect((await listed()).data).toEqual([]);
		await close();
	});

	it("are paused, resumed and removed with the keyboard, after a question", async () => {
		await add("Hook");
		const { page, close } = await open();
		const choose = async (item: string) => {
			await page.getByRole("button", { name: "Actions for Hook" }).focus();
			await page.keyboard.press("Enter");
			const entry = page.getByRole("menuitem", { name: item });
			await entry.focus();
			await page.keyboard.press("Enter");
		};
		const isPaused = async () => (await listed()).data.map((one) => one.isPaused);
		await choose("Pause");
		const pause = page.getByRole("dialog", { name: "Pause Hook?" });
		await pause.getByRole("button", { name: "Pause" }).press("Enter");
		await expect.poll(isPaused).toEqual([true]);
		await page.getByRole("cell", { name: "Paused" }).waitFor();
		await choose("Resume");
		await expect.poll(isPaused).toEqual([false]);
		await page.getByRole("cell", { name: "Running" }).waitFor();
		await choose("Remove");
		const remove = page.getByRole("dialog", { name: "Remove Hook?" });
		await remove.getByRole("button", { name: "Remove" }).press("Enter");
		await page.getByText("No destinations").waitFor();
		await close();
	});

	it("are accessible and fit into 320 pixels, in both schemes, list and form", async () => {
		await add("Hook");
		const { page, close } = await open(product.owner, 320);
		for (const scheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme: scheme });
			await page.getByRole("row", { name: /Hook/ }).waitFor();
			await picture(page, `destinations-list-${scheme}`);
			await expectNoAxeViolations(page, `the list in ${scheme}`);
			await page.getByRole("button", { name: "Add destination" }).click();
			await page.getByRole("dialog").getByLabel("Kind").selectOption("PostgreSQL table");
			await picture(page, `destinations-form-${scheme}`);
			await expectNoAxeViolations(page, `the form in ${scheme}`);
			const sideways = await page.evaluate(
				() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
			);
			expect(sideways).toBe(0);
			await page.keyboard.press("Escape");
		}
		await close();
	});

	it("are not shown to others, who may not ask for them either", async () => {
		const { page, close } = await open(member);
		await page.getByRole("heading", { name: "Password" }).first().waitFor();
		expect(await page.getByRole("region", { name: TITLE, exact: true }).count()).toBe(0);
		await close();
	});
});
