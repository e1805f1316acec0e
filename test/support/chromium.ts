import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const executablePath = () => {
	const path = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
	if (existsSync(path)) return path;
	throw new Error(
		`No browser at ${path}: install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH to one`,
	);
};

/** Starts the machine's Chromium without a window, with the back/forward cache and prerendering as a visitor has them. */
export const launchChromium = (): Promise<Browser> =>
	chromium.launch({
		executablePath: executablePath(),
		ignoreDefaultArgs: ["--disable-back-forward-cache"],
		args: [
			"--no-sandbox",
			"--disable-gpu",
			"--disable-quic",
			"--no-first-run",
			"--disable-background-networking",
			"--disable-component-update",
			"--disable-sync",
		],
	});
