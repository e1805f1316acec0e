import { onPreferenceChange, type Preferences, preferencesNow } from "./preferences.ts";
import { useSyncExternalStore } from "./use-external-store.ts";

export const usePreferences = (): Preferences =>
	useSyncExternalStore(onPreferenceChange, preferencesNow);
