import type { words as english } from "../en/behaviour.ts";

export const words = {} as typeof english;
