import type { StoredPreferences } from "../../api/preferences.ts";
import type { Preferences } from "./preferences.ts";

/** The key that stores whether shortcuts are on. */
const SHORTCUTS = "shortcuts";

/** The preferences to apply from the stored ones; nothing if none was ever chosen, so that this device's remain. */
export const preferencesOf = ({
	theme,
	language,
	timeZone,
	weekStart,
	remembered,
}: StoredPreferences): Partial<Preferences> => {
	const isUntouched = [theme, language, timeZone, weekStart].every((one) => one === null);
	if (isUntouched && Object.keys(remembered).length === 0) return {};
	return {
		theme: theme ?? "system",
		language,
		timeZone,
		weekStart,
		hasShortcuts: remembered[SHORTCUTS] !== false,
	};
};

/** A change as the API expects it. */
export const storedChange = ({ theme, hasShortcuts, ...rest }: Partial<Preferences>) => ({
	...rest,
	...(theme !== undefined && { theme: theme === "system" ? null : theme }),
	// Sent even if every value is the default: it distinguishes a person who chose the defaults from one who never chose.
	...(hasShortcuts !== undefined
		? { remembered: { [SHORTCUTS]: hasShortcuts } }
		: { remembered: { chosen: true } }),
});
