import { chromium } from "playwright-core";
import { startBuiltProduct } from "../measuring/built-product.mjs";

const EMAIL = "owner@example.com";
const PASSWORD = "correct horse battery staple";

/** A built product over a directory, a browser, and the state of a context in which the owner is signed in. */
export const startSignedIn = async (directory) => {
	const product = await startBuiltProduct(
		{ ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: "error" },
		directory,
	);
	const { origin } = product.url;
	const browser = await chromium.launch({
		executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
		args: ["--no-sandbox"],
	});
	const context = await browser.newContext();
	const answer = await context.request.post(`${origin}/api/auth/sign-in/email`, {
		data: { email: EMAIL, password: PASSWORD },
		headers: { origin },
	});
	if (!answer.ok()) throw new Error(`Not signed in: ${answer.status()} ${await answer.text()}`);
	const storageState = await context.storageState();
	await context.close();
	return {
		browser,
		storageState,
		/** The URL of the site's overview. */
		site: `${origin}/${product.siteId}`,
		end: async () => {
			await browser.close();
			await product.end();
		},
	};
};
