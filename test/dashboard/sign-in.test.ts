import { createServer } from "node:net";
import { codeOfApp } from "@footfall/testing/accounts/authenticator-app";
import { inEachBrowser } from "@footfall/testing/dashboard/in-each-browser";
import type { View } from "@footfall/testing/dashboard/visitor";
import { CLIENT, startTestProvider, type TestProvider } from "@footfall/testing/oidc/test-provider";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { afterAll, beforeAll, expect, it } from "vitest";

const OWNER = { email: "owner@example.com", password: "correct horse battery" };

const freePort = async () => {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	await new Promise((resolve) => server.close(resolve));
	return typeof address === "object" && address ? address.port : 0;
};

inEachBrowser((journey) => {
	const directory = createTemporaryDirectory();
	let provider: TestProvider;
	let product: Product;
	beforeAll(async () => {
		const port = await freePort();
		const url = `http://127.0.0.1:${port}`;
		provider = await startTestProvider(`${url}/api/sign-in/oidc/corp/callback`);
		product = await startProduct(directory.path, {
			PORT: String(port),
			BASE_URL: url,
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

	it("the owner sets up an authenticator app, and needs its code at the next sign-in", async () => {
		const owner = await journey.stranger(`${product.url}/login?to=/account`);
		await enter(owner);
		await owner.click("button", "Set up the app");
		const dialog = owner.within("dialog");
		await dialog.fill("Password", OWNER.password);
		await dialog.click("button", "Continue");
		await dialog.sees("img", "QR code for the authenticator app");
		const [, secret = ""] = /into the app:\s*([A-Z2-7 ]+)/.exec(await dialog.text()) ?? [];
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
});
