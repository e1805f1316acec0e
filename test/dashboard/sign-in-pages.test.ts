import { codeOfApp } from "@footfall/testing/accounts/authenticator-app";
import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { addAuthenticator } from "@footfall/testing/dashboard/add-authenticator";
import { askAs, askProduct } from "@footfall/testing/dashboard/dashboard-product";
import { expectFine } from "@footfall/testing/dashboard/expect-fine";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import { eventually } from "@footfall/testing/eventually";
import { openMailbox } from "@footfall/testing/mail/mailbox";
import { freePorts } from "@footfall/testing/network/free-ports";
import { CLIENT, startTestProvider, type TestProvider } from "@footfall/testing/oidc/test-provider";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";

const OWNER = { email: "owner@example.com", password: "correct horse battery" };

/** Longer than its button is wide. */
const LONG_NAME = "Zentrale Anmeldung der Stadtwerke Musterstadt";

const directory = createTemporaryDirectory();
let browser: Browser;
let provider: TestProvider;
let product: Product;
let box: Awaited<ReturnType<typeof openMailbox>>;
/** Browsers make passkeys for localhost, not for an address. */
const site = { url: "" };

describeInChromium("signing in with a provider", () => {
	beforeAll(async () => {
		browser = await launchChromium();
		const [port = 0] = await freePorts(1);
		const url = `http://localhost:${port}`;
		site.url = url;
		box = await openMailbox();
		provider = await startTestProvider(`${url}/api/sign-in/oidc/corp/callback`);
		const corp = { id: "corp", name: "Corp", issuer: provider.issuer, ...CLIENT };
		product = await startProduct(directory.path, {
			PORT: String(port),
			BASE_URL: url,
			ADMIN_EMAIL: OWNER.email,
			ADMIN_PASSWORD: OWNER.password,
			...{ SMTP_URL: box.settings.smtpUrl, MAIL_FROM: box.settings.from },
			DESTINATION_PRIVATE_NETWORKS: "true",
			OIDC_PROVIDERS: JSON.stringify([
				corp,
				{ ...corp, id: "works", name: LONG_NAME, issuer: `${provider.issuer}/works` },
				{ ...corp, id: "down", name: "Gone", issuer: "http://127.0.0.1:9" },
			]),
		});
	});
	afterAll(async () => {
		await browser?.close();
		await product?.stop();
		await provider?.close();
		await box?.close();
		directory.remove();
	});

	const besideProvider = (troubles: readonly string[]) =>
		troubles.filter((trouble) => !trouble.startsWith(`foreign request: ${provider.issuer}/`));
	const person = (sub: string, email_verified: boolean, email = `${sub}@example.com`) => {
		provider.know({ sub, email, email_verified, name: sub, groups: [] });
		provider.present(sub);
	};

	it("is offered in German by keyboard, and a refusal says there what to do", async () => {
		const { page, troubles, close } = await openPage(browser, site, undefined, {
			locale: "de-DE",
		});
		await page.goto("/login");
		await settled(page);
		await expectFine(page, "the sign-in page");
		const long = page.getByRole("link", { name: `Mit ${LONG_NAME} anmelden` });
		expect(await long.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
		const start = page.getByRole("link", { name: "Mit Corp anmelden" });
		person("unsure", false);
		await start.focus();
		await page.keyboard.press("Enter");
		await page.getByText("Die Anmeldung mit Corp ist fehlgeschlagen.").waitFor();
		await page.getByText("Bestätigen Sie sie dort und versuchen Sie es noch einmal.").waitFor();
		await expectFine(page, "a refused sign-in");
		expect(
			await page.getByRole("button", { name: "Mit dem Konto Ihres Unternehmens anmelden" }).count(),
		).toBe(0);
		await page.goto("/login?refused=unknown-provider&name=Call+0900+123");
		await page.getByText("Die Anmeldung mit dem Anbieter ist fehlgeschlagen.").waitFor();
		expect(await page.getByText("0900").count()).toBe(0);
		expect(besideProvider(troubles)).toEqual([]);
		await close();
	});

	it("says what to do while the provider is down", async () => {
		const { page, troubles, close } = await openPage(browser, site);
		await page.goto("/login");
		await page.getByRole("link", { name: "Sign in with Gone" }).click();
		await page.getByText("Signing in with Gone did not work.").waitFor();
		await page.getByText("It does not answer. Try again in a few minutes").waitFor();
		expect(new URL(page.url()).pathname).toBe("/login");
		await expectFine(page, "the page after a provider that is down");
		await page.getByLabel("Email").waitFor();
		expect(troubles).toEqual([]);
		await close();
	});

	it("has a way back after a lost phone: a link that an administrator sends from the list of members", async () => {
		const [{ id } = { id: "" }] = await product.get<{ id: string }[]>("/api/organizations");
		const join = async (role: "member" | "admin", name: string) => {
			const account = { email: `${name}@example.com`, password: OWNER.password };
			const users = `/api/organizations/${id}/users`;
			await askProduct(product, users, { ...account, name, role });
			return account;
		};
		const [lost, admin] = [await join("member", "lost"), await join("admin", "helper")];
		const person = { url: site.url, account: lost };
		const { password } = lost;
		const { totpURI } = await askAs<{ totpURI: string }>(person, "/api/auth/two-factor/enable", {
			password,
		});
		const code = codeOfApp(new URL(totpURI).searchParams.get("secret") ?? "", Date.now());
		await askAs(person, "/api/auth/two-factor/verify-totp", { code });

		const helper = await openPage(browser, site, admin);
		await helper.page.goto(`/organization/${id}/members`);
		await settled(helper.page);
		await helper.page.getByRole("button", { name: "Actions for lost" }).press("Enter");
		await helper.page.getByRole("menuitem", { name: "Reset second factor" }).press("Enter");
		const dialog = helper.page.getByRole("dialog", { name: "Reset the second factor of lost?" });
		await dialog.waitFor();
		await expectFine(helper.page, "the question before a link is sent");
		await dialog.getByRole("button", { name: "Send the link" }).press("Enter");
		await helper.page.getByText("The link was sent").waitFor();
		await helper.close();

		const mail = await eventually(
			async () => box.taken().find(({ raw }) => raw.includes("reset-second-factor")),
			(one) => one !== undefined,
		);
		expect(mail?.to).toBe(lost.email);
		const text = mail?.raw.replaceAll("=\r\n", "").replaceAll("=3D", "=") ?? "";
		const [link = ""] = /http\S+reset-second-factor#[\w-]+/.exec(text) ?? [];
		const { page, troubles, close } = await openPage(browser, site);
		await page.goto(link);
		await page.getByRole("heading", { name: "Remove your second factor" }).waitFor();
		await expectFine(page, "the page of the link");
		await page.getByRole("button", { name: "Remove second factor" }).press("Enter");
		await page.getByRole("heading", { name: "Second factor removed" }).waitFor();
		await expectFine(page, "the page after the second factor was removed");
		await page.getByRole("link", { name: "Go to sign-in" }).press("Enter");
		await page.getByLabel("Email").fill(lost.email);
		await page.getByLabel("Password").fill(password);
		await page.keyboard.press("Enter");
		await page.waitForURL((url) => url.pathname !== "/login");
		await page.goto("/account");
		await page.getByRole("button", { name: "Set up the app" }).waitFor();

		await page.goto(link);
		await page.getByRole("button", { name: "Remove second factor" }).press("Enter");
		await page.getByText("This link was used or is older than 24 hours.").waitFor();
		expect(troubles).toEqual([]);
		await close();
	});

	it("is linked to an account by signing in to it and agreeing", async () => {
		person("boss", true, OWNER.email);
		const { page, close } = await openPage(browser, site);
		await page.goto("/login");
		await page.getByRole("link", { name: "Sign in with Corp" }).click();
		await page.getByText("There is an account with your address already.").waitFor();
		await page.getByLabel("Email").fill(OWNER.email);
		await page.getByLabel("Password").fill(OWNER.password);
		await page.keyboard.press("Enter");
		const link = page.getByRole("button", { name: "Link with Corp" });
		await link.waitFor();
		await expectFine(page, "the question whether to link an account");
		await link.click();
		await page.waitForURL((url) => url.pathname !== "/login" && url.origin === site.url);
		await page.context().clearCookies();
		await page.goto("/login");
		await page.getByRole("link", { name: "Sign in with Corp" }).click();
		await page.waitForURL((url) => url.pathname !== "/login");
		await page.goto("/account");
		await page.getByText(OWNER.email).first().waitFor();
		await close();
	});

	it("leaves the second factor to a passkey, by keyboard and in German", async () => {
		person("keyholder", true);
		const { page, troubles, close } = await openPage(browser, site, undefined, {
			locale: "de-DE",
		});
		await addAuthenticator(page);
		const enter = async () => {
			await page.goto("/login");
			await page.getByRole("link", { name: "Mit Corp anmelden" }).click();
			await page.waitForURL((url) => url.pathname !== "/login" && url.origin === site.url);
			await page.goto("/account");
		};
		const unproved = page.getByText("Sie haben sich ohne Ihren zweiten Faktor angemeldet.");
		const remove = page.getByRole("button", { name: "Laptop entfernen" });
		await enter();
		await page.getByLabel("Name des neuen Passkeys").fill("Laptop");
		await page.keyboard.press("Enter");
		await remove.waitFor();
		expect(await unproved.count()).toBe(0);

		await page.context().clearCookies();
		await enter();
		await unproved.waitFor();
		await expectFine(page, "an account whose second factor is not proved");
		await remove.click();
		await page.getByText("Bestätigen Sie zuerst Ihren zweiten Faktor").waitFor();
		await page.getByRole("link", { name: "Jetzt bestätigen" }).focus();
		await page.keyboard.press("Enter");
		await page.getByRole("heading", { name: "Zweiten Faktor bestätigen" }).waitFor();
		await expectFine(page, "the page that asks for the second factor");
		await page.getByRole("button", { name: "Passkey verwenden" }).focus();
		await page.keyboard.press("Enter");
		await page.waitForURL((url) => url.pathname === "/account");
		await remove.focus();
		await page.keyboard.press("Enter");
		await remove.waitFor({ state: "detached" });
		expect(await unproved.count()).toBe(0);
		expect(besideProvider(troubles)).toEqual([]);
		await close();
	});

	it("is set up for an organization by keyboard, in German", async () => {
		person("boss", true, OWNER.email);
		const { page, troubles, close } = await openPage(browser, site, undefined, {
			locale: "de-DE",
		});
		await page.goto("/login");
		await page.getByRole("link", { name: "Mit Corp anmelden" }).click();
		await page.waitForURL((url) => url.pathname !== "/login");
		const [{ id } = { id: "" }] = await product.get<{ id: string }[]>("/api/organizations");
		await page.goto(`/organization/${id}/members`);
		await settled(page);
		const add = page.getByRole("button", { name: "Anbieter hinzufügen" });
		await add.focus();
		await page.keyboard.press("Enter");
		await page.getByRole("dialog").waitFor();
		await expectFine(page, "the form of a provider");
		const { issuer } = provider;
		for (const [label, text] of [
			["Name", "Acme"],
			["Aussteller (Issuer)", issuer],
			["Client-ID", CLIENT.clientId],
			["Client-Geheimnis", CLIENT.clientSecret],
			["E-Mail-Domain", "acme.example"],
		] as const) {
			await page.getByRole("dialog").getByLabel(label).focus();
			await page.keyboard.type(text);
		}
		await page.keyboard.press("Enter");
		await page.getByRole("dialog").waitFor({ state: "detached" });
		const panel = page.getByRole("region", { name: "Anmeldeanbieter" });
		await panel.getByText("_footfall.acme.example").waitFor();
		await panel.getByRole("button", { name: "Domain prüfen" }).focus();
		await page.keyboard.press("Enter");
		await panel.getByText("Der Eintrag ist noch nicht zu sehen.").waitFor();
		await expectFine(page, "a provider with an unverified domain");
		await panel.getByRole("button", { name: "Ohne Eintrag bestätigen" }).focus();
		await page.keyboard.press("Enter");
		await panel.getByText("Bestätigt", { exact: true }).waitFor();
		const visitor = await openPage(browser, site, undefined, { locale: "de-DE" });
		await visitor.page.goto("/login");
		await visitor.page
			.getByRole("button", { name: "Mit dem Konto Ihres Unternehmens anmelden" })
			.focus();
		await visitor.page.keyboard.press("Enter");
		const email = visitor.page.getByLabel("Geschäftliche E-Mail-Adresse");
		await expect.poll(() => email.evaluate((one) => one === document.activeElement)).toBe(true);
		await visitor.page.keyboard.type("eva@nirgendwo.example");
		await visitor.page.keyboard.press("Enter");
		await visitor.page.getByText("Für diese Domain hat hier keine Organisation").waitFor();
		await expectFine(visitor.page, "the sign-in with a company");
		await visitor.close();
		await panel.getByRole("button", { name: "Acme ändern" }).focus();
		await page.keyboard.press("Enter");
		await page.getByRole("dialog").waitFor();
		await expectFine(page, "the form of a present provider");
		await page.keyboard.press("Escape");
		await panel.getByRole("button", { name: "Acme entfernen" }).focus();
		await page.keyboard.press("Enter");
		await expectFine(page, "the question before a provider is removed");
		await page.keyboard.press("Escape");
		await panel.getByRole("button", { name: "Acme entfernen" }).waitFor();
		expect(besideProvider(troubles)).toEqual([]);
		await close();
	});
});
