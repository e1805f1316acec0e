import { clockText } from "../../../format/time.ts";
import type { ReportMail } from "./mail-api.ts";
import type { MailWords } from "./use-mail-words.ts";

/** Monday, 1 January 2024. */
const A_MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The name of a day of the week. @param weekday 1 = Monday to 7 = Sunday */
export const weekdayName = (weekday: number, locale: string): string =>
	new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }).format(
		A_MONDAY + (weekday - 1) * DAY_MS,
	);

/** `08:00`. */
export const hourOfDay = (hour: number, locale: string): string =>
	clockText(A_MONDAY + hour * HOUR_MS, locale);

/** A schedule in words: `Every Monday at 08:00 (Europe/Berlin)`. */
export const scheduleText = (
	{
		every,
		weekday,
		monthday,
		hour,
		timeZone,
	}: Pick<ReportMail, "every" | "weekday" | "monthday" | "hour" | "timeZone">,
	{ schedule }: Pick<MailWords, "schedule">,
	locale: string,
): string => {
	const time = hourOfDay(hour, locale);
	const when =
		every === "day"
			? schedule.day(time)
			: every === "week"
				? schedule.week(weekdayName(weekday, locale), time)
				: monthday === 31
					? schedule.lastDay(time)
					: schedule.month(String(monthday), time);
	return schedule.zone(when, timeZone);
};

/** What became of the last mail, over all recipients; undefined if none was made. */
export const lastDeliveryOf = ({ recipients }: Pick<ReportMail, "recipients">) =>
	recipients
		.flatMap(({ lastDelivery }) => lastDelivery ?? [])
		.sort((one, other) => {
			// One that failed is what the reader must know, whenever the others were sent.
			const rank = ({ status }: { status: string }) => (status === "failed" ? 1 : 0);
			return rank(other) - rank(one) || Date.parse(other.at) - Date.parse(one.at);
		})[0];
