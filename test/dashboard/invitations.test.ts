import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import {
	type Account,
	askAs as askPerson,
	createAccount,
} from "@footfall/testing/dashboard/dashboard-product";
import { openPage } from "@footfall/testing/dashboard/open-page";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");

let browser: Browser;

const askAs = (account: Account, path: string, body: object) =>
	askPerson<{ id: string }>({ url: product.url, account }, path, body);

describeInChromium("invitations", () => {
	beforeAll(async () => {
		browser = await launchChromium();
	});
	afterAll(() => browser?.close());

	it("create an account when sign-up is closed, which is marked until its address is confirmed", async () => {
		const { id } = await askAs(product.owner, "/api/auth/organization/invite-member", {
			email: "invited@example.com",
			role: "member",
			organizationId: product.organizationId,
		});
		const guest = await openPage(browser, product, undefined);
		await guest.page.goto(`/account/invitation#${id}`);
		await guest.page.getByText("You are invited to My organization. Invited by").waitFor();
		await guest.page.getByRole("button", { name: "No account yet? Create one" }).click();
		await guest.page.getByLabel("Name").fill("Ina");
		expect(await guest.page.getByLabel("Email").inputValue()).toBe("invited@example.com");
		await guest.page.getByLabel("Password").fill("correct horse battery");
		await guest.page.getByRole("button", { name: "Create account" }).click();
		await guest.page.waitForURL("**/sites");
		await guest.page.goto("/account");
		await guest.page.getByText("invited@example.com is not verified yet").waitFor();
		await guest.page.getByRole("button", { name: "Resend email" }).click();
		await guest.page.getByText("This server does not send mail").waitFor();
		await guest.close();

		const { page, close } = await openPage(browser, product, product.owner);
		await page.goto(`/organization/${product.organizationId}/members`);
		const row = page.getByRole("row").filter({ hasText: "invited@example.com" });
		await row.getByText("Email not verified").waitFor();
		await page.goto(`/organization/${product.organizationId}/teams`);
		await page.getByRole("button", { name: "Add team" }).first().click();
		const form = page.getByRole("dialog");
		await form.getByLabel("Team", { exact: true }).fill("Newcomers");
		await form.getByLabel("Ina, invited@example.com").check();
		await form.getByRole("button", { name: "Add team" }).click();
		const team = page.getByRole("row").filter({ hasText: "Newcomers" });
		await team.getByText("Email not verified").waitFor();
		await close();
	});

	it("give their link to copy where no mail is sent, and explain why a closed one cannot be accepted", async () => {
		const { page, close } = await openPage(browser, product, product.owner);
		await page.goto(`/organization/${product.organizationId}/invitations?open=invite`);
		const form = page.getByRole("dialog");
		await form.getByLabel("Email").fill("unmailed@example.com");
		await form.getByRole("button", { name: "Invite" }).click();
		await page.getByText("Nothing was mailed: this server does not send email.").waitFor();
		await page.getByText("set SMTP_URL, MAIL_FROM and BASE_URL on the server").waitFor();
		const [link = ""] =
			/http\S+\/account\/invitation#[\w-]+/.exec(await page.getByRole("dialog").innerText()) ?? [];
		await page.getByRole("button", { name: "Done" }).click();

		const guest = await openPage(browser, product, undefined);
		await guest.page.goto(link);
		expect(await guest.page.getByLabel("Email").inputValue()).toBe("unmailed@example.com");
		await page
			.getByRole("row", { name: /unmailed@example.com/ })
			.getByRole("button")
			.click();
		await page.getByText("Withdraw", { exact: true }).click();
		await page.getByText("Invitation for unmailed@example.com withdrawn").waitFor();
		await guest.page.reload();
		await guest.page.getByText("It was withdrawn. Ask whoever sent it for a new one.").waitFor();
		await guest.close();
		await close();
	});

	it("of another organization wait in the account until the person accepts", async () => {
		const founder = await createAccount(product, "member", "founder");
		const asked = await createAccount(product, "member", "asked");
		const { id } = await askAs(founder, "/api/auth/organization/create", {
			name: "Elsewhere",
			slug: "elsewhere",
		});
		await askAs(founder, `/api/organizations/${id}/members`, {
			email: asked.email,
			role: "member",
		});
		const { page, close } = await openPage(browser, product, asked);
		await page.goto("/account");
		const link = page.getByRole("main").getByRole("link", { name: "Elsewhere" });
		const accept = page.getByRole("button", { name: "Accept the invitation to Elsewhere" });
		await accept.waitFor();
		expect(await link.count()).toBe(0);
		await accept.click();
		await link.waitFor();
		await close();
	});
});
