import { type Browser, chromium } from "playwright-core";
import { programPath } from "./program-path.ts";

/** Where the machine's Chromium is. */
export const chromiumPath = (): string => {
	const path = programPath(process.env["CHROMIUM_PATH"], "/usr/bin/chromium");
	if (path !== undefined) return path;
	throw new Error(
		"No browser: install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH to one",
	);
};

export const chromiumFlags = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];

/** Starts the machine's Chromium without a window, under remote control. */
export const launchChromium = (flags: readonly string[] = []): Promise<Browser> =>
	chromium.launch({ executablePath: chromiumPath(), args: [...chromiumFlags, ...flags] });
