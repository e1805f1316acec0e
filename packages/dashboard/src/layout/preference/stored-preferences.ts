import type { StoredPreferences } from "../../api/preferences.ts";
import type { Preferences } from "./preferences.ts";

/** The name under which the shortcuts are remembered. */
const SHORTCUTS = "shortcuts";

/** What to take over from what is stored; nothing where nothing was ever chosen, so that this device's choices stay. */
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

/** A change as the api takes it. */
export const storedChange = ({ theme, hasShortcuts, ...rest }: Partial<Preferences>) => ({
	...rest,
	...(theme !== undefined && { theme: theme === "system" ? null : theme }),
	// Also where everything is as usual: it tells a person who chose so from one who never chose.
	...(hasShortcuts !== undefined
		? { remembered: { [SHORTCUTS]: hasShortcuts } }
		: { remembered: { chosen: true } }),
});
