/** What both products count on a day. */
export const COUNTED = ["visitors", "visits", "pageviews"] as const;
export type Counted = Record<(typeof COUNTED)[number], number>;

/** Why our figure differs from theirs, in the order in which a reader goes from theirs to ours. */
export const REASONS = ["zones", "bots", "sessions", "people"] as const;
export type Reason = (typeof REASONS)[number];

export const NOTHING: Counted = { visitors: 0, visits: 0, pageviews: 0 };

/** The figures of a day, and what each reason adds to ours; negative where we count less for it. */
export interface DayOfBoth extends Record<Reason, Counted> {
	theirs: Counted;
	ours: Counted;
}

/** One figure, its difference (ours - theirs), and the parts of it, whose sum it is. */
export interface DividedDifference extends Record<Reason | "unexplained", number> {
	figure: (typeof COUNTED)[number];
	theirs: number;
	ours: number;
	difference: number;
}

const plus = (one: Counted, other: Counted): Counted => ({
	visitors: one.visitors + other.visitors,
	visits: one.visits + other.visits,
	pageviews: one.pageviews + other.pageviews,
});

/** ours - theirs, of each figure. */
export const minus = (one: Counted, other: Counted): Counted => ({
	visitors: one.visitors - other.visitors,
	visits: one.visits - other.visits,
	pageviews: one.pageviews - other.pageviews,
});

/** The days together. Visitors are those of each day: one on two days counts twice, as in the other product's sums. */
export const sumOfDays = (days: readonly DayOfBoth[]): DayOfBoth => {
	const sum = (name: Reason | "theirs" | "ours") =>
		days.reduce((total, day) => plus(total, day[name]), NOTHING);
	return {
		...{ theirs: sum("theirs"), ours: sum("ours"), zones: sum("zones") },
		...{ bots: sum("bots"), sessions: sum("sessions"), people: sum("people") },
	};
};

/** A row for each figure. What no reason explains is a part of its own, so that the parts always add up. */
export const divided = (day: DayOfBoth): DividedDifference[] =>
	COUNTED.map((figure) => {
		const [theirs, ours] = [day.theirs[figure], day.ours[figure]];
		const difference = ours - theirs;
		const explained = REASONS.reduce((sum, reason) => sum + day[reason][figure], 0);
		return {
			...{ figure, theirs, ours, difference },
			...{ zones: day.zones[figure], bots: day.bots[figure] },
			...{ sessions: day.sessions[figure], people: day.people[figure] },
			unexplained: difference - explained,
		};
	});
