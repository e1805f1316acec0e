import type { words as english } from "../en/around.ts";

export const words: typeof english = {};
