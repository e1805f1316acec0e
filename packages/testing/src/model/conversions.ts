import type { FunnelStep } from "@footfall/reports/definitions/funnel-steps";
import type { Goal } from "@footfall/reports/definitions/goal";
import {
	countedSessions,
	grouped,
	mean,
	percent,
	type ReferenceQuery,
	type ReferenceSession,
	sessionValue,
} from "./expected.ts";
import type { SiteEvent } from "./random-site.ts";
import { beganAt, bucketStart } from "./semantics.ts";

/** Goals and funnels computed naively, event by event. */

type Wanted = Pick<
	FunnelStep,
	"type" | "value" | "hostname" | "propertyFilters" | "eventPropertyKey" | "eventPropertyValue"
>;

/** Whether a text matches a pattern, tried letter by letter: the remaining tokens, the remaining text. */
const fits = (text: string, pattern: string, isPath: boolean): boolean => {
	if (pattern === "") return text === "";
	if (pattern.startsWith("**") || (pattern.startsWith("*") && !isPath)) {
		const rest = pattern.replace(/^\*\*?/, "");
		return [...Array(text.length + 1).keys()].some((taken) =>
			fits(text.slice(taken), rest, isPath),
		);
	}
	if (pattern.startsWith("*")) {
		const rest = pattern.slice(1);
		const segment = text.indexOf("/") === -1 ? text.length : text.indexOf("/");
		for (let taken = 1; taken <= segment; taken += 1)
			if (fits(text.slice(taken), rest, isPath)) return true;
		return false;
	}
	return text[0] === pattern[0] && text !== "" && fits(text.slice(1), pattern.slice(1), isPath);
};

const propertyOf = (event: SiteEvent, key: string): unknown =>
	event.properties === "" ? undefined : JSON.parse(event.properties)[key];

const hasProperty = (event: SiteEvent, key: string, wanted: string | number | boolean) => {
	// A missing value equals an empty one, as for filters.
	if (event.type === "pageview")
		return (event.urlParameters[key.toLowerCase()] ?? "") === String(wanted);
	const value = propertyOf(event, key);
	if (value === undefined || value === null) return wanted === "";
	const isSameNumber =
		typeof wanted === "number" && String(value) !== "" && Number(value) === wanted;
	return String(value) === String(wanted) || isSameNumber;
};

/** The names by which a goal may refer to it: a form's name, id or URL, whichever matches. */
const capturedTexts = (event: SiteEvent): string[] => {
	const names: Record<string, string[]> = {
		outbound: ["url"],
		button_click: ["text"],
		copy: ["text"],
		form_submit: ["formName", "formId", "formAction"],
	};
	return (names[event.type] ?? []).map((name) => String(propertyOf(event, name) ?? ""));
};

const isWanted = (event: SiteEvent, wanted: Wanted): boolean => {
	const stored = { page: "pageview", event: "custom_event" }[wanted.type as string] ?? wanted.type;
	if (event.type !== stored) return false;
	const { value = "", eventPropertyKey: key, eventPropertyValue: property } = wanted;
	if (wanted.type === "page" && !fits(event.pathname, value, true)) return false;
	if (wanted.type === "event" && event.eventName !== value) return false;
	const isCaptured = wanted.type !== "page" && wanted.type !== "event";
	if (isCaptured && value !== "" && !capturedTexts(event).some((text) => fits(text, value, false)))
		return false;
	if (wanted.hostname && event.hostname !== wanted.hostname) return false;
	const single = key !== undefined && property !== undefined ? [{ key, value: property }] : [];
	return [...(wanted.propertyFilters ?? []), ...single].every((one) =>
		hasProperty(event, one.key, one.value),
	);
};

const wantedBy = ({ goalType, config }: Pick<Goal, "goalType" | "config">): Wanted => ({
	...config,
	type: goalType === "path" ? "page" : goalType,
	value:
		{ path: config.pathPattern, event: config.eventName }[goalType as string] ??
		config.valuePattern,
});

export const goalNumbers = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	goal: Pick<Goal, "goalType" | "config">,
) => {
	const visits = countedSessions(events, question);
	const reached = visits.filter(({ all }) => all.some((act) => isWanted(act, wantedBy(goal))));
	return {
		total_conversions: reached.length,
		total_sessions: visits.length,
		conversion_rate: mean(visits.map((visit) => (reached.includes(visit) ? 1 : 0))),
	};
};

/** Sessions that reached a goal, by number. */
export const goalSessions = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	goal: Pick<Goal, "goalType" | "config">,
) =>
	countedSessions(events, question)
		.filter(({ all }) => all.some((act) => isWanted(act, wantedBy(goal))))
		.map(({ all }) => all[0]?.session ?? 0);

export const goalSeries = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	goals: readonly Goal[],
	bucket: string,
) => {
	const visits = countedSessions(events, question);
	const timeOf = ({ rows }: ReferenceSession) =>
		bucketStart(beganAt(rows), bucket, question.timeZone);
	return [...new Set(visits.map(timeOf))].sort().flatMap((time) => {
		const here = visits.filter((visit) => timeOf(visit) === time);
		return goals.map((goal) => {
			const reached = here.filter(({ all }) =>
				all.some((act) => isWanted(act, wantedBy(goal))),
			).length;
			return {
				time,
				goal_id: goal.goalId,
				conversions: reached,
				total_sessions: here.length,
				conversion_rate: reached / here.length,
			};
		});
	});
};

/** Sessions and conversions by their value of a dimension, unordered. */
export const goalByDimension = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	goal: Pick<Goal, "goalType" | "config">,
	parameter: string,
) =>
	grouped(countedSessions(events, question), (visit) => sessionValue(visit, parameter)).map(
		([value, here]) => {
			const conversions = here.filter(({ all }) =>
				all.some((act) => isWanted(act, wantedBy(goal))),
			).length;
			const sessions = here.length;
			return { value, sessions, conversions, conversion_rate: conversions / sessions };
		},
	);

/** How many steps a session completed in order, each in a later second than the previous one. */
const stepsTaken = (acts: readonly SiteEvent[], steps: readonly Wanted[]): number => {
	let taken = 0;
	let second = Number.NEGATIVE_INFINITY;
	for (const step of steps) {
		const next = acts.find(
			(event) => Math.floor(event.at / 1000) > second && isWanted(event, step),
		);
		if (!next) break;
		second = Math.floor(next.at / 1000);
		taken += 1;
	}
	return taken;
};

/** How many steps each session completed, by its number. */
export const funnelDepths = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	steps: readonly Wanted[],
) =>
	countedSessions(events, question).map(({ all }) => ({
		session: all[0]?.session ?? 0,
		depth: stepsTaken(all, steps),
	}));

export const funnel = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	steps: readonly FunnelStep[],
) => {
	const depths = funnelDepths(events, question, steps);
	const reached = (step: number) => depths.filter(({ depth }) => depth >= step).length;
	return steps.map((step, index) => ({
		step_number: index + 1,
		step_name: step.name || step.value || step.type,
		visitors: reached(index + 1),
		conversion_rate: percent(reached(index + 1), reached(1)),
		dropoff_rate: index === 0 ? 0 : percent(reached(index) - reached(index + 1), reached(index)),
	}));
};
