import { describeWithEngine } from "../require-engine.ts";
import { chromium } from "./engines/chromium.ts";

/** Tests that need Chromium. */
export const describeInChromium = (title: string, tests: () => void): void =>
	describeWithEngine(title, chromium.missing(), tests);
