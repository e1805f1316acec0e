import { codeOfApp } from "@footfall/testing/accounts/authenticator-app";
import { inEachBrowser } from "@footfall/testing/dashboard/in-each-browser";
import type { View } from "@footfall/testing/dashboard/visitor";
import { eventually } from "@footfall/testing/eventually";
import { freePorts } from "@footfall/testing/network/free-ports";
import { CLIENT, startTestProvider, type TestProvider } from "@footfall/testing/oidc/test-provider";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { afterAll, beforeAll, expect, it } from "vitest";

const OWNER = { email: "owner@example.com", password: "correct horse battery" };

inEachBrowser((journey) => {
	const directory = createTemporaryDirectory();
	let provider: TestProvider;
	/** Of an organization. */
	let acme: TestProvider;
	let product: Product;
	beforeAll(async () => {
		const [port = 0] = await freePorts(1);
		const url = `http://127.0.0.1:${port}`;
		provider = await startTestProvider(`${url}/api/sign-in/oidc/corp/callback`);
		acme = await startTestProvider();
		product = await startProduct(directory.path, {
			PORT: String(port),
			BASE_URL: url,
			DESTINATION_PRIVATE_NETWORKS: "true",
			ADMIN_EMAIL: OWNER.email,
			ADMIN_PASSWORD: OWNER.password,
			OIDC_PROVIDERS: JSON.stringify([
				{
					...{ id: "corp", name: "Corp", issuer: provider.issuer, ...CLIENT },
					roles: { analysts: "member" },
				},
			]),
		});
	});
	afterAll(async () => {
		await product?.stop();
		await provider?.close();
		await acme?.close();
		directory.remove();
	});

	const enter = async (view: View) => {
		await view.fill("Email", OWNER.email);
		await view.fill("Password", OWNER.password);
		await view.click("button", "Sign in");
	};

	it("a member signs in with the provider, and is told what to do where that is refused", async () => {
		provider.know({
			sub: "ada",
			email: "ada@example.com",
			email_verified: true,
			name: "Ada",
			groups: ["others"],
		});
		provider.present("ada");
		const visitor = await journey.stranger(`${product.url}/login`);
		await visitor.click("link", "Sign in with Corp");
		expect(await visitor.sees("alert")).toContain("You are in no group that may use Footfall.");
		provider.know({
			sub: "ada",
			email: "ada@example.com",
			email_verified: true,
			name: "Ada",
			groups: ["analysts"],
		});
		await visitor.click("link", "Sign in with Corp");
		await visitor.seesNo("alert");
		await visitor.open(`${product.url}/account`);
		await visitor.sees("heading", "Account");
		expect(await visitor.text()).toContain("ada@example.com");
	});

	it("an administrator adds the provider of their email domain, whose people then sign in with it", async () => {
		const [{ id } = { id: "" }] = await product.get<{ id: string }[]>("/api/organizations");
		const owner = await journey.stranger(`${product.url}/login?to=/organization/${id}/members`);
		await enter(owner);
		await owner.click("button", "Add a provider");
		const dialog = owner.within("dialog");
		for (const [label, text] of [
			["Name", "Acme"],
			["Issuer", acme.issuer],
			["Client ID", CLIENT.clientId],
			["Client secret", CLIENT.clientSecret],
			["Email domain", "Acme.example"],
			["Groups of viewers", "guests; all"],
		] as const)
			await dialog.fill(label, text);
		await dialog.click("button", "Add a provider");
		const panel = owner.within("region", "Sign-in providers");
		await panel.click("button", "Verify the domain");
		expect(await panel.sees("alert")).toContain("The record cannot be seen yet.");
		const text = await panel.text();
		expect(text).toContain("_footfall.acme.example");
		expect(text).toMatch(new RegExp(`${product.url}/api/sign-in/oidc/o_[\\w-]+/callback`));
		await panel.click("button", "Vouch for it without a record");
		await panel.seesNo("button", "Verify the domain");
		expect(await panel.text()).toContain("Verified");

		acme.know({
			...{ sub: "zoe", email: "zoe@acme.example", email_verified: true, name: "Zoe" },
			groups: ["guests"],
		});
		acme.present("zoe");
		const zoe = await journey.stranger(`${product.url}/login`);
		await zoe.click("button", "Sign in with your company’s account");
		await zoe.fill("Work email", "zoe@nowhere.example");
		await zoe.press("Enter");
		await eventually(
			() => zoe.text(),
			(shown) => shown.includes("No organization here has set up a sign-in for this domain."),
		);
		await zoe.fill("Work email", "zoe@acme.example");
		await zoe.press("Enter");
		await zoe.sees("heading", "Sites");
		await zoe.open(`${product.url}/account`);
		await zoe.sees("heading", "Account");
		expect(await zoe.text()).toContain("zoe@acme.example");

		await panel.click("button", "Change Acme");
		await dialog.fill("Name", "Acme Corp");
		await dialog.click("button", "Save");
		await panel.click("button", "Remove Acme Corp");
		await dialog.click("button", "Remove");
		await panel.seesNo("button", "Remove Acme Corp");
		await zoe.open(`${product.url}/account`);
		await zoe.sees("button", "Sign in");
	});

	it("the owner sets up an authenticator app, and needs its code at the next sign-in", async () => {
		const owner = await journey.stranger(`${product.url}/login?to=/account`);
		await enter(owner);
		await owner.click("button", "Set up the app");
		const dialog = owner.within("dialog");
		await dialog.fill("Password", OWNER.password);
		await dialog.click("button", "Continue");
		await dialog.sees("img", "QR code for the authenticator app");
		const [, secret = ""] = /into the app:\s*((?:[A-Z2-7]{4} )+)/.exec(await dialog.text()) ?? [];
		await dialog.fill("Code that the app shows", codeOfApp(secret, Date.now()));
		await dialog.click("button", "Confirm");
		await dialog.click("button", "I have kept the codes");
		await owner.sees("button", "New recovery codes");

		const again = await journey.stranger(`${product.url}/login?to=/account`);
		await enter(again);
		await again.sees("heading", "Confirm that it is you");
		// The first code was used: the next one is accepted already.
		const next = codeOfApp(secret, Date.now() + 30_000);
		await again.fill("Code from your authenticator app", next);
		await again.press("Enter");
		await again.click("button", "Remove");
		const removing = again.within("dialog");
		await removing.fill("Password", OWNER.password);
		await removing.click("button", "Remove");
		await again.sees("button", "Set up the app");
	});

	it("the administrator of the instance, whom the provider may not sign in, links the account after signing in with the password", async () => {
		provider.know({
			...{ sub: "owner", email: OWNER.email, email_verified: true, name: "Owner" },
			groups: ["analysts"],
		});
		provider.present("owner");
		const owner = await journey.stranger(`${product.url}/login`);
		await owner.click("link", "Sign in with Corp");
		expect(await owner.sees("alert")).toContain("There is an account with your address already.");
		await enter(owner);
		await owner.sees("heading", "Link your account");
		expect(await owner.text()).toContain("From then on you sign in with Corp");
		await owner.click("button", "Link with Corp");
		await owner.sees("heading", "Sites");

		const again = await journey.stranger(`${product.url}/login`);
		await again.click("link", "Sign in with Corp");
		await again.sees("heading", "Sites");
		await again.open(`${product.url}/account`);
		await again.sees("heading", "Account");
		expect(await again.text()).toContain(OWNER.email);
	});
});
