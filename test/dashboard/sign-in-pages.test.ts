import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { expectFine } from "@footfall/testing/dashboard/expect-fine";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
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
/** Browsers make passkeys for localhost, not for an address. */
const site = { url: "" };

describeInChromium("signing in with a provider", () => {
	beforeAll(async () => {
		browser = await launchChromium();
		const [port = 0] = await freePorts(1);
		const url = `http://localhost:${port}`;
		site.url = url;
		provider = await startTestProvider(`${url}/api/sign-in/oidc/corp/callback`);
		const corp = { id: "corp", name: "Corp", issuer: provider.issuer, ...CLIENT };
		product = await startProduct(directory.path, {
			PORT: String(port),
			BASE_URL: url,
			ADMIN_EMAIL: OWNER.email,
			ADMIN_PASSWORD: OWNER.password,
			DESTINATION_PRIVATE_NETWORKS: "true",
			OIDC_PROVIDERS: JSON.stringify([
				corp,
				{ ...corp, id: "works", name: LONG_NAME, issuer: `${provider.issuer}/works` },
			]),
		});
	});
	afterAll(async () => {
		await browser?.close();
		await product?.stop();
		await provider?.close();
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

	it("is linked to an account by signing in to it", async () => {
		person("boss", true, OWNER.email);
		const { page, close } = await openPage(browser, site);
		await page.goto("/login");
		await page.getByRole("link", { name: "Sign in with Corp" }).click();
		await page.getByText("There is an account with your address already.").waitFor();
		await page.getByLabel("Email").fill(OWNER.email);
		await page.getByLabel("Password").fill(OWNER.password);
		await page.keyboard.press("Enter");
		await page.waitForURL((url) => url.pathname !== "/login");
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
		const devices = await page.context().newCDPSession(page);
		await devices.send("WebAuthn.enable");
		await devices.send("WebAuthn.addVirtualAuthenticator", {
			options: {
				...{ protocol: "ctap2", transport: "internal", hasResidentKey: true },
				...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
			},
		});
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
