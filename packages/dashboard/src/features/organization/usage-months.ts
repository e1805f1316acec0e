import type { EventDay } from "../shared/access/organization-api.ts";

/** The events of a month, by kind. */
export interface UsageMonth {
	/** `2026-11` */
	month: string;
	events: number;
	pageviews: number;
	custom: number;
	other: number;
}

/** The months of a range, both ends included, as `2026-11`. */
export const monthsBetween = (first: string, last: string): string[] => {
	const months: string[] = [];
	let [year = 0, month = 1] = first.split("-").map(Number);
	for (let next = first; next <= last && months.length < 1200; ) {
		months.push(next);
		month += 1;
		if (month > 12) {
			month = 1;
			year += 1;
		}
		next = `${year}-${String(month).padStart(2, "0")}`;
	}
	return months;
};

/** Daily counts added up by month, newest first; months before the first event are left out. */
export const usageMonths = (days: readonly EventDay[], present: string): UsageMonth[] => {
	const totals = new Map<string, UsageMonth>();
	for (const day of days) {
		const month = day.event_date.slice(0, 7);
		const total = totals.get(month) ?? { month, events: 0, pageviews: 0, custom: 0, other: 0 };
		const { event_count: events, pageview_count: pageviews, custom_event_count: custom } = day;
		totals.set(month, {
			month,
			events: total.events + events,
			pageviews: total.pageviews + pageviews,
			custom: total.custom + custom,
			other: total.other + events - pageviews - custom,
		});
	}
	const first = [...totals.keys()].sort()[0];
	if (first === undefined) return [];
	return monthsBetween(first, present)
		.map((month) => totals.get(month) ?? { month, events: 0, pageviews: 0, custom: 0, other: 0 })
		.reverse();
};
