import { type AlertRule, WINDOW_MINUTES } from "./alert-rule.ts";
import { above } from "./conditions/above.ts";
import { below } from "./conditions/below.ts";
import { change } from "./conditions/change.ts";
import { goalStopped } from "./conditions/goal-stopped.ts";
import { type HourlySeries, lastActiveHour } from "./conditions/hourly-series.ts";
import { newError } from "./conditions/new-error.ts";
import type { Rhythm } from "./conditions/rhythm.ts";
import { silent } from "./conditions/silent.ts";
import { unusual } from "./conditions/unusual.ts";
import type { Verdict } from "./conditions/verdict.ts";
import { vitalPoor } from "./conditions/vital-poor.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** What is usual is not added up for longer: a site that was silent for so long is, whatever its rhythm. */
const LONGEST_SILENCE_MS = 14 * 24 * HOUR_MS;
const USUAL_TIMES = 4.5;

/** All that is known about a rule's metric at an instant. */
export interface Measured {
	/** ms since the epoch. */
	now: number;
	/** Of the window that ends now. */
	value: number | null;
	/** How many measurements it is of, of a vital. */
	samples?: number;
	/** The number above which a vital is poor. */
	poor?: number;
	/** Whether it counts something, so that chance is that of counts. */
	isCount: boolean;
	/** Its past, by hour; absent where the condition needs none. */
	series?: HourlySeries;
	rhythm?: Rhythm;
	/** When something happened last, ms since the epoch; by default the end of the last hour in which it did. */
	lastAt?: number | undefined;
	/** Up to here, nothing is known about a time: this product did not run, or its figures come from an import. */
	blindUntil?: number;
	newErrors?: readonly { count: number }[];
}

const lastActivity = ({ series, lastAt, now }: Measured): number | undefined => {
	const hour = series && lastActiveHour(series, Math.floor(now / HOUR_MS));
	const ofHours = hour === undefined ? undefined : (hour + 1) * HOUR_MS;
	// An hour that has just ended may not be among the hours yet.
	return lastAt ?? ofHours;
};

const stoppedSince = (measured: Measured, condition: typeof silent): Verdict => {
	const { now, rhythm, blindUntil = 0 } = measured;
	const last = lastActivity(measured);
	if (last === undefined) return { fires: undefined, value: null, waits: "events" };
	const since = Math.min(last, now);
	const from = Math.max(since, blindUntil, now - LONGEST_SILENCE_MS);
	const verdict = condition({
		...{ now, since: from },
		expected: from >= now ? 0 : rhythm?.usualBetween(from, now),
	});
	return { ...verdict, since };
};

/** Whether a rule's condition is met. The only place that decides it, now and in the past. */
export const verdictOf = (rule: AlertRule, measured: Measured): Verdict => {
	const { now, value, isCount, rhythm } = measured;
	const { condition, threshold = 0, direction } = rule;
	switch (condition) {
		case "above":
			return above(value, threshold);
		case "below":
			return below(value, threshold);
		case "change": {
			const before = rhythm?.past(now)[0] ?? null;
			return change({ value, before, share: threshold, direction, isCount });
		}
		case "unusual":
			return unusual({
				...{ value, direction, isCount },
				past: rhythm?.past(now) ?? [],
				recent: rhythm?.recent(now) ?? { level: 1, dispersion: 0 },
				times: rule.threshold ?? USUAL_TIMES,
			});
		case "silent":
			return stoppedSince(measured, silent);
		case "goal_stopped":
			return stoppedSince(measured, goalStopped);
		case "vital_poor":
			return vitalPoor({
				value,
				samples: measured.samples ?? 0,
				poor: measured.poor ?? Number.POSITIVE_INFINITY,
			});
		case "new_error":
			return newError(measured.newErrors ?? []);
	}
};

/** The length of a rule's window in ms. */
export const windowMs = ({ window }: Pick<AlertRule, "window">): number =>
	WINDOW_MINUTES[window] * MINUTE_MS;
