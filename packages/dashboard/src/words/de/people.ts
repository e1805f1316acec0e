import type { words as english } from "../en/people.ts";

export const words = {} as typeof english;
