import type { words as english } from "../en/reports.ts";

export const words: typeof english = {};
