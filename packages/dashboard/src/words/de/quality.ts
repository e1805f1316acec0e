import type { words as english } from "../en/quality.ts";

export const words: typeof english = {};
