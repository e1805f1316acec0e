import { useWording } from "../../i18n/language.ts";
import { usePreferences } from "./use-preferences.ts";
import { firstDayOfWeek } from "./week-start.ts";

/** See {@link firstDayOfWeek}. */
export const useWeekStart = (): number => {
	const { locale } = useWording();
	usePreferences();
	return firstDayOfWeek(locale);
};
