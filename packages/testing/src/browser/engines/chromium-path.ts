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

/** As for polls: with all tests running, a page may take long. */
const PATIENCE_MS = 90_000;

/** Starts the machine's Chromium headless, under remote control; its pages wait patiently. */
export const launchChromium = async (flags: readonly string[] = []): Promise<Browser> => {
	const browser = await chromium.launch({
		executablePath: chromiumPath(),
		args: [...chromiumFlags, ...flags],
	});
	const newContext = browser.newContext.bind(browser);
	// A page of its own has a context from here, too.
	browser.newContext = async (options) => {
		const context = await newContext(options);
		context.setDefaultTimeout(PATIENCE_MS);
		return context;
	};
	return browser;
};
