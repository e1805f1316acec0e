import type { Preferences } from "./preferences.ts";

/** The themes to choose from, in the order of the menus. */
export const THEMES: readonly Preferences["theme"][] = ["system", "light", "dark"];
