import { chromium } from "./chromium.ts";
import type { Engine } from "./engine.ts";
import { firefox } from "./firefox.ts";
import { webkit } from "./webkit.ts";

/** The engines of nearly all visitors. */
export const engines: readonly Engine[] = [chromium, firefox, webkit];
