import type { words as english } from "../en/live.ts";

export const words: typeof english = {};
