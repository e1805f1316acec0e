import { launch } from "puppeteer-core";
import { browserHeaders } from "../../gateway/beacon.ts";
import { chromiumFlags, chromiumHere } from "./chromium-path.ts";
import type { Engine } from "./engine.ts";
import { createPuppeteerBrowser } from "./puppeteer-browser.ts";
import { startUnattended } from "./unattended.ts";

const path = chromiumHere ?? "";

export const chromium: Engine = {
	name: "Chromium",
	missing: () =>
		path
			? undefined
			: {
					name: "chromium",
					reason: "no Chromium (Debian: apt-get install chromium, elsewhere set CHROMIUM_PATH)",
				},
	launch: async ({ isPerson = false } = {}) =>
		createPuppeteerBrowser(
			await launch({
				executablePath: path,
				args: [
					...chromiumFlags,
					"--window-size=1280,800",
					...(isPerson
						? [
								"--force-prefers-reduced-motion",
								`--user-agent=${browserHeaders["user-agent"]}`,
								"--screen-info={1280x900}",
							]
						: []),
				],
				// Otherwise pages are not restored from the back/forward cache as they are for a visitor.
				ignoreDefaultArgs: ["--disable-back-forward-cache"],
				defaultViewport: null,
			}),
		),
	openUnattended: (url) =>
		startUnattended((profile) => [
			path,
			...chromiumFlags,
			"--headless",
			`--user-data-dir=${profile}`,
			url,
		]),
};
