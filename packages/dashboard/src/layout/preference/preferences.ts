/** What a person chose: on this device, and on all of theirs while they are signed in. The address never holds it. */
export interface Preferences {
	theme: "system" | "light" | "dark";
	/** Null = the browser's. */
	language: string | null;
	hasShortcuts: boolean;
	/** IANA name; null = the site's, else this device's. */
	timeZone: string | null;
	/** Null = that of the language. */
	weekStart: WeekStart | null;
}
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
		// Storage that is switched off, or holds something else: a choice then lasts until the page closes.
		return USUAL;
	}
};

let current = stored();
const listeners = new Set<() => void>();

/** The override of the system's colours, which styles and canvases look at. */
export const applyTheme = (theme: Preferences["theme"] = current.theme): void => {
	const { dataset } = document.documentElement;
	if (theme === "system") delete dataset["theme"];
	else dataset["theme"] = theme;
};

let keep: ((change: Partial<Preferences>) => void) | undefined;
/** Where choices are kept besides this device; undefined = nowhere. */
export const keepPreferences = (keeper: typeof keep): void => {
	keep = keeper;
};

/** Takes over what was chosen elsewhere. */
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

/** The present ones, for what is no component. */
export const preferencesNow = (): Preferences => current;

/** @returns how to stop listening */
export const onPreferenceChange = (listener: () => void): (() => void) => {
	listeners.add(listener);
	return () => listeners.delete(listener);
};
