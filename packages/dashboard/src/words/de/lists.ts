import type { words as english } from "../en/lists.ts";

export const words: typeof english = {};
