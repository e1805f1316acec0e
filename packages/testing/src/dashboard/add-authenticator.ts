import type { Page } from "playwright-core";

/** Gives a page of Chromium a device that makes passkeys and agrees to every use. */
export const addAuthenticator = async (page: Page): Promise<void> => {
	const devices = await page.context().newCDPSession(page);
	await devices.send("WebAuthn.enable");
	await devices.send("WebAuthn.addVirtualAuthenticator", {
		options: {
			protocol: "ctap2",
			transport: "internal",
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
};
