import { chromium } from "./chromium.ts";
import type { Engine } from "./engine.ts";
import { firefox } from "./firefox.ts";
import { webkit } from "./webkit.ts";

/** The engines that nearly all visitors have. */
export const engines: readonly Engine[] = [chromium, firefox, webkit];
