import { useSyncExternalStore } from "./use-external-store.ts";

/** What a person chose on this device. The address never holds it. */
export interface Preferences {
	theme: "system" | "light" | "dark";
	/** Null = the browser's. */
	language: string | null;
	hasShortcuts: boolean;
}

const KEY = "footfall-preferences";
const USUAL: Preferences = { theme: "system", language: null, hasShortcuts: true };

const stored = (): Preferences => {
	try {
		const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
		const { theme, language, hasShortcuts } = found as Partial<Record<keyof Preferences, unknown>>;
		return {
			theme: theme === "light" || theme === "dark" ? theme : USUAL.theme,
			language: typeof language === "string" ? language : USUAL.language,
			hasShortcuts: hasShortcuts !== false,
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

export const prefer = (change: Partial<Preferences>): void => {
	current = { ...current, ...change };
	applyTheme();
	try {
		localStorage.setItem(KEY, JSON.stringify(current));
	} catch {
		// As above.
	}
	for (const listener of listeners) listener();
};

export const usePreferences = (): Preferences =>
	useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		() => current,
	);
