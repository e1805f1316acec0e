/** The first day of the week in a language: 0 = Monday … 6 = Sunday. */
export const weekStartOf = (locale: string): number => {
	try {
		const found = new Intl.Locale(locale) as Intl.Locale & {
			getWeekInfo?(): { firstDay: number };
			weekInfo?: { firstDay: number };
		};
		const { firstDay } = found.getWeekInfo?.() ?? found.weekInfo ?? { firstDay: 1 };
		return (firstDay + 6) % 7;
	} catch {
		return 0;
	}
};

/** The API's names for the first day of the week, from Monday on. */
export const WEEKDAYS = [
	"monday",
	"tuesday",
	"wednesday",
	"thursday",
	"friday",
	"saturday",
	"sunday",
] as const;
