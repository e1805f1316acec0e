/**
 * A person's preferences: stored on this device, and while they are signed in, for all of their devices. They are never
 * part of the URL.
 */
export interface Preferences {
	theme: Theme;
	/** Null = the browser's. */
	language: string | null;
	hasShortcuts: boolean;
	/** IANA name; null = the site's, else this device's. */
	timeZone: string | null;
	/** Null = that of the language. */
	weekStart: WeekStart | null;
}
/** In the order of the menus. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const WEEK_STARTS = ["monday", "saturday", "sunday"] as const;
export type WeekStart = (typeof WEEK_STARTS)[number];

const KEY = "footfall-preferences";
const USUAL: Preferences = {
	theme: "system",
	language: null,
	hasShortcuts: true,
	timeZone: null,
	weekStart: null,
};

const stored = (): Preferences => {
	try {
		const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
		const { theme, language, hasShortcuts, timeZone, weekStart } = found as Partial<
			Record<keyof Preferences, unknown>
		>;
		return {
			theme: theme === "light" || theme === "dark" ? theme : USUAL.theme,
			language: typeof language === "string" ? language : USUAL.language,
			hasShortcuts: hasShortcuts !== false,
			timeZone: typeof timeZone === "string" ? timeZone : USUAL.timeZone,
			weekStart: WEEK_STARTS.find((one) => one === weekStart) ?? USUAL.weekStart,
		};
	} catch {
		// Storage may be disabled or contain something else: a choice then lasts until the page closes.
		return USUAL;
	}
};

let current = stored();
const listeners = new Set<() => void>();

/** Overrides the system's colour scheme; styles and canvases read it. */
export const applyTheme = (theme: Preferences["theme"] = current.theme): void => {
	const { dataset } = document.documentElement;
	if (theme === "system") delete dataset["theme"];
	else dataset["theme"] = theme;
};

let keep: ((change: Partial<Preferences>) => void) | undefined;
/** Saves preferences outside this device; undefined = nowhere. */
export const keepPreferences = (keeper: typeof keep): void => {
	keep = keeper;
};

/** Applies preferences that were saved elsewhere. */
export const adoptPreferences = (change: Partial<Preferences>): void => {
	current = { ...current, ...change };
	applyTheme();
	try {
		localStorage.setItem(KEY, JSON.stringify(current));
	} catch {
		// As above.
	}
	for (const listener of listeners) listener();
};

export const prefer = (change: Partial<Preferences>): void => {
	adoptPreferences(change);
	keep?.(change);
};

/** The current preferences, for code outside components. */
export const preferencesNow = (): Preferences => current;

/** @returns a function that stops listening */
export const onPreferenceChange = (listener: () => void): (() => void) => {
	listeners.add(listener);
	return () => listeners.delete(listener);
};
