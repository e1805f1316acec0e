import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { launch } from "puppeteer-core";
import type { Engine } from "./engine.ts";
import { programPath } from "./program-path.ts";
import { createPuppeteerBrowser } from "./puppeteer-browser.ts";
import { startUnattended } from "./unattended.ts";

const path =
	programPath(process.env["FIREFOX_PATH"], "/usr/bin/firefox-esr", "/usr/bin/firefox") ?? "";

/** A new profile opens pages of its own and makes network requests; these settings prevent that. */
const preferences = {
	"app.normandy.enabled": false,
	"browser.aboutwelcome.enabled": false,
	"browser.shell.checkDefaultBrowser": false,
	"browser.startup.homepage_override.mstone": "ignore",
	"datareporting.policy.dataSubmissionEnabled": false,
	"extensions.update.enabled": false,
	"termsofuse.bypassNotification": true,
	"toolkit.telemetry.reportingpolicy.firstRun": false,
};
/** Makes pages prefer reduced motion. */
const WITHOUT_MOTION = { "ui.prefersReducedMotion": 1 };
const userScript = Object.entries(preferences)
	.map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
	.join("\n");

export const firefox: Engine = {
	name: "Firefox",
	missing: () =>
		path
			? undefined
			: {
					name: "firefox",
					reason: "no Firefox (Debian: apt-get install firefox-esr, elsewhere set FIREFOX_PATH)",
				},
	launch: async ({ isPerson = false } = {}) =>
		createPuppeteerBrowser(
			await launch({
				browser: "firefox",
				executablePath: path,
				extraPrefsFirefox: { ...preferences, ...(isPerson && WITHOUT_MOTION) },
				defaultViewport: null,
			}),
		),
	openUnattended: (url) =>
		startUnattended((profile) => {
			writeFileSync(join(profile, "user.js"), userScript);
			return [path, "--headless", "--no-remote", "--profile", profile, url];
		}),
};
