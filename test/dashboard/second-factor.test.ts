import { codeOfApp } from "@footfall/testing/accounts/authenticator-app";
import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { addAuthenticator } from "@footfall/testing/dashboard/add-authenticator";
import { askAs, createAccount } from "@footfall/testing/dashboard/dashboard-product";
import { expectFine } from "@footfall/testing/dashboard/expect-fine";
import { openPage } from "@footfall/testing/dashboard/open-page";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
/** Browsers make passkeys for localhost, not for an address. */
const onLocalhost = { url: product.url.replace("127.0.0.1", "localhost") };
const PASSWORD = "correct horse battery";

let browser: Browser;

/** Waits until the focus is on an element with this label or text, after the one that had it has gone. */
const expectFocus = (page: Page, name: string) =>
	expect
		.poll(() =>
			page.evaluate(() => {
				const one = document.activeElement;
				const label = one instanceof HTMLInputElement ? one.labels?.[0] : undefined;
				return (one?.getAttribute("aria-label") ?? (label ?? one)?.textContent)?.slice(0, 100);
			}),
		)
		.toBe(name);

/** Fills in the password, reads the key below the QR code, and types the first code. */
const setUpApp = async (page: Page): Promise<string> => {
	await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
	const text = await page.getByText("Or type this key into the app:").innerText();
	const secret = text.split(":").at(-1) ?? "";
	await expectFocus(page, "Code that the app shows");
	await page.keyboard.type(codeOfApp(secret, Date.now()));
	await page.keyboard.press("Enter");
	await page.getByText("Your authenticator app is set up.").waitFor();
	await expectFocus(page, "Your recovery codes");
	await expectFine(page, "the recovery codes");
	expect(await page.getByRole("list", { name: "Your recovery codes" }).locator("li").count()).toBe(
		10,
	);
	await page.keyboard.press("Tab");
	await expectFocus(page, "Copy the codes");
	await page.keyboard.press("Tab");
	await expectFocus(page, "I have kept the codes");
	await page.keyboard.press("Enter");
	return secret;
};

const signIn = async (page: Page, email: string) => {
	await page.goto("/login");
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password").fill(PASSWORD);
	await page.getByRole("button", { name: "Sign in", exact: true }).click();
};

describeInChromium("a second factor", () => {
	beforeAll(async () => {
		browser = await launchChromium();
	});
	afterAll(() => browser?.close());

	it("is set up in the account with a QR code, and asked for at the next sign-in", async () => {
		const account = await createAccount(product, "member", "with-an-app");
		const { page, close } = await openPage(browser, product, account);
		await page.goto("/account");
		await page.getByRole("button", { name: "Set up the app" }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByLabel("Password").fill("wrong");
		await dialog.getByRole("button", { name: "Continue" }).click();
		await dialog.getByText("The password is incorrect.").waitFor();
		await dialog.getByLabel("Password").fill(PASSWORD);
		await dialog.getByRole("button", { name: "Continue" }).click();
		const secret = await setUpApp(page);
		await page.getByRole("button", { name: "New recovery codes" }).waitFor();
		await expectFocus(page, "New recovery codes");
		await page.setViewportSize({ width: 320, height: 900 });
		const text = page.getByText("Signing in with your password then asks for a code");
		// Words in whole, not one letter below the other beside the buttons.
		await expect.poll(async () => (await text.boundingBox())?.width).toBeGreaterThan(100);
		await close();

		const again = await openPage(browser, product);
		await signIn(again.page, account.email);
		await again.page.getByRole("heading", { name: "Confirm that it is you" }).waitFor();
		await expectFocus(again.page, "Code from your authenticator app");
		await again.page.getByRole("button", { name: "Use a recovery code" }).press("Enter");
		await expectFocus(again.page, "Recovery code");
		await again.page.getByRole("button", { name: "Back to sign in" }).press("Enter");
		await expectFocus(again.page, "Email");
		await again.page.getByRole("button", { name: "Forgot" }).press("Enter");
		await expectFocus(again.page, "Email");
		await again.page.getByRole("button", { name: "Back to sign in" }).press("Enter");
		await expectFocus(again.page, "Email");
		await signIn(again.page, account.email);
		await expectFocus(again.page, "Code from your authenticator app");
		await expectFine(again.page, "the step with a code");
		await again.page.getByLabel("Code from your authenticator app").fill("000000");
		await again.page.keyboard.press("Enter");
		await again.page.getByText("The code is wrong.").waitFor();
		// The code of the setup was used: the next one is accepted already.
		const next = codeOfApp(secret, Date.now() + 30_000);
		await again.page.getByLabel("Code from your authenticator app").fill(next);
		await again.page.getByLabel("Do not ask on this device for 30 days").click();
		await again.page.getByRole("button", { name: "Sign in", exact: true }).click();
		await again.page.waitForURL((url) => !url.pathname.startsWith("/login"));
		// The session ends, and the browser keeps the cookie of the remembered device.
		await again.page.context().clearCookies({ name: /session_token$/ });
		await signIn(again.page, account.email);
		await again.page.waitForURL((url) => !url.pathname.startsWith("/login"));
		await again.page.goto("/account");
		await again.page.getByText(account.email).first().waitFor();
		expect(again.troubles).toEqual([]);
		await again.close();
	});

	it("can be a passkey, which signs in without the password", async () => {
		const account = await createAccount(product, "member", "with-a-passkey");
		const { page, close } = await openPage(browser, onLocalhost);
		await addAuthenticator(page);
		await signIn(page, account.email);
		await page.waitForURL((url) => !url.pathname.startsWith("/login"));
		await page.goto("/account");
		await page.getByLabel("Name of the new passkey").fill("Laptop");
		await page.getByRole("button", { name: "Add a passkey" }).click();
		await page.getByRole("button", { name: "Remove Laptop" }).waitFor();
		await expectFocus(page, "Add a passkey");
		await expectFine(page, "the list of passkeys");
		await page.context().clearCookies();
		await page.goto("/login");
		await page.getByRole("button", { name: "Sign in with a passkey" }).click();
		await page.waitForURL((url) => !url.pathname.startsWith("/login"));
		await page.goto("/account");
		await page.getByText(account.email).first().waitFor();
		await page.getByRole("button", { name: "Remove Laptop" }).click();
		await page.getByRole("button", { name: "Remove Laptop" }).waitFor({ state: "detached" });
		await expectFocus(page, "Add a passkey");
		await close();
	});

	it("is set up before anything else by members of an organization that requires it", async () => {
		const founder = await createAccount(product, "member", "strict-founder");
		const guest = await createAccount(product, "member", "strict-guest");
		const person = { url: product.url, account: founder };
		const { id } = await askAs<{ id: string }>(person, "/api/auth/organization/create", {
			name: "Strict",
			slug: "strict",
		});
		await askAs(person, `/api/organizations/${id}/members`, { email: guest.email, role: "member" });
		const invited = await openPage(browser, product, guest);
		await invited.page.goto("/account");
		await invited.page.getByRole("button", { name: "Accept the invitation to Strict" }).click();
		await invited.page.getByRole("main").getByRole("link", { name: "Strict" }).waitFor();

		const owner = await openPage(browser, product, founder);
		const policy = owner.page.getByRole("region", { name: "Sign-in" });
		const required = policy.getByRole("switch", { name: "Require a second factor of all members" });
		await owner.page.goto(`/organization/${id}/members`);
		await required.click();
		await owner.page.getByText("Set up a second factor in your own account first.").waitFor();
		await owner.page.goto("/account");
		await owner.page.getByRole("button", { name: "Set up the app" }).click();
		await owner.page.getByRole("dialog").getByLabel("Password").fill(PASSWORD);
		await owner.page.getByRole("button", { name: "Continue" }).click();
		await setUpApp(owner.page);
		await owner.page.goto(`/organization/${id}/members`);
		await required.click();
		await owner.page.getByText("A second factor is required now").waitFor();
		await owner.page.getByText("Members without one: 1 of 2.").waitFor();
		await owner.close();

		await invited.page.goto("/sites");
		await invited.page.getByRole("heading", { name: "Set up a second factor" }).waitFor();
		await invited.page.getByText("Strict requires a second factor.").waitFor();
		await expectFocus(invited.page, "Set up a second factor");
		await expectFine(invited.page, "the required factor");
		await invited.page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
		await invited.page.getByRole("button", { name: "Continue" }).click();
		await setUpApp(invited.page);
		await invited.page.waitForURL((url) => url.pathname === "/sites");
		await invited.page.getByRole("heading").first().waitFor();
		await invited.close();
	});
});
