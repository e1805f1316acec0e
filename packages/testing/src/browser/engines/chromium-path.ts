import { type Browser, chromium } from "playwright-core";
import { programPath } from "./program-path.ts";

/** The path of the machine's Chromium; undefined if there is none. */
export const chromiumHere = programPath(process.env["CHROMIUM_PATH"], "/usr/bin/chromium");

/** The path of the machine's Chromium. @throws Error if there is none */
export const chromiumPath = (): string => {
	if (chromiumHere !== undefined) return chromiumHere;
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

/** Starts the machine's Chromium headless, under remote control. */
export const launchChromium = (flags: readonly string[] = []): Promise<Browser> =>
	chromium.launch({ executablePath: chromiumPath(), args: [...chromiumFlags, ...flags] });
