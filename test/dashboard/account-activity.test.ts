import { readFile } from "node:fs/promises";
import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { createAccount, sessionCookie } from "@footfall/testing/dashboard/dashboard-product";
import { expectFine } from "@footfall/testing/dashboard/expect-fine";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");

let browser: Browser;

const attempt = (email: string, password: string) =>
	fetch(`${product.url}/api/auth/sign-in/email`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ email, password }),
	});

describeInChromium("sessions and sign-ins", () => {
	beforeAll(async () => {
		browser = await launchChromium();
	});
	afterAll(() => browser?.close());

	it("are listed in the account with device, place and failures", async () => {
		const account = await createAccount(product, "member", "watchful");
		expect((await attempt(account.email, "wrong")).status).toBe(401);
		const { page, troubles, close } = await openPage(browser, product);
		await page.goto("/login");
		await page.getByLabel("Email").fill(account.email);
		await page.getByLabel("Password").fill(account.password);
		await page.getByRole("button", { name: "Sign in", exact: true }).click();
		await page.waitForURL((url) => !url.pathname.startsWith("/login"));
		await page.goto("/account");
		await settled(page);
		const sessions = page.getByRole("region", { name: "Sessions", exact: true });
		await sessions.getByText("This one").waitFor();
		await sessions.getByText(/ on Linux/).waitFor();
		await sessions
			.getByText(/Unknown place\. Signed in: /)
			.first()
			.waitFor();
		const history = page.getByRole("region", { name: "Sign-in history" });
		await history.getByText("Wrong", { exact: true }).waitFor();
		await history.getByText("Signed in", { exact: true }).first().waitFor();
		await history.getByText("Sign-ins are kept for 90 days, without IP addresses.").waitFor();
		await expectFine(page, "the account");
		expect(troubles).toEqual([]);
		await close();
	});

	it("of a member are seen and ended by an administrator, by keyboard too", async () => {
		const member = await createAccount(product, "member", "laptop-lost");
		const cookie = await sessionCookie(product.url, member);
		const isIn = async () =>
			(
				await fetch(`${product.url}/api/user/memberships`, {
					headers: { cookie: `${cookie.name}=${cookie.value}` },
				})
			).status;
		expect(await isIn()).toBe(200);
		const admin = await createAccount(product, "admin", "keeper-of-sessions");
		const { page, troubles, close } = await openPage(browser, product, admin);
		await page.goto("/organization");
		await settled(page);
		const name = page.getByRole("button", { name: "Actions for laptop-lost" });
		await name.focus();
		await page.keyboard.press("Enter");
		await page.getByRole("menuitem", { name: "Sessions and sign-ins…" }).press("Enter");
		const dialog = page.getByRole("dialog");
		await dialog
			.getByText(/Signed in: /)
			.first()
			.waitFor();
		await dialog.getByRole("region", { name: "Sign-in history" }).getByRole("table").waitFor();
		await expectFine(page, "the sessions of a member");
		const end = dialog.getByRole("button", { name: "End all sessions" });
		await end.focus();
		await page.keyboard.press("Enter");
		await dialog.getByText("Not signed in anywhere").waitFor();
		expect(await isIn()).toBe(401);
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "detached" });
		expect(troubles).toEqual([]);
		await close();
	});
});

describeInChromium("the audit log", () => {
	it("is downloaded, and sent to a webhook that the page chooses", async () => {
		const opened = await launchChromium();
		const { page, troubles, close } = await openPage(opened, product, product.owner);
		const organization = product.organizationId;
		await page.goto(`/organization/${organization}/audit`);
		await settled(page);
		const outside = page.getByRole("region", { name: "Export and streaming" });
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			outside.getByRole("link", { name: "Audit log as CSV" }).click(),
		]);
		expect(download.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
		const file = await readFile(await download.path(), "utf8");
		expect(file).toMatch(/^id,at,action,userId,userEmail,via,target,details\r\n/);

		const name = "Watch the log";
		const target = { kind: "webhook", url: "https://audit.example/hook" };
		const status = await page.evaluate(
			async ([path, body]) =>
				(
					await fetch(path ?? "", {
						method: "POST",
						headers: { "content-type": "application/json" },
						body: body ?? "",
					})
				).status,
			[`/api/organizations/${organization}/channels`, JSON.stringify({ name, target })],
		);
		expect(status).toBe(201);
		await page.reload();
		await settled(page);
		await outside.getByLabel("Send each new entry to").selectOption({ label: name });
		await page.getByText("New entries are sent", { exact: true }).waitFor();
		await expectFine(page, "the audit log");
		await outside.getByLabel("Send each new entry to").selectOption({ label: "Nowhere" });
		await page.getByText("New entries are no longer sent").waitFor();
		expect(troubles).toEqual([]);
		await close();
		await opened.close();
	});
});
