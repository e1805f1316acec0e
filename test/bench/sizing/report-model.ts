import type { SizingInputs } from "./sizing-inputs.ts";

/** The dashboard's overview, which is the heaviest load on the store. */
export const PAGE = "dashboard page, compared";

/** A fixed part, and a part per million events within the days that are shown. */
export interface Line {
	fixed: number;
	perMillion: number;
}

/** The line through the two largest sizes; through the origin if there is only one size. */
export const lineThrough = (points: readonly { events: number; value: number }[]): Line => {
	const [before, last] = points.slice(-2);
	if (before === undefined) throw new TypeError("There is no size to extrapolate from");
	if (last === undefined || last.events === before.events)
		return { fixed: 0, perMillion: (before.value / before.events) * 1e6 };
	const perMillion = Math.max(
		0,
		((last.value - before.value) / (last.events - before.events)) * 1e6,
	);
	return { fixed: Math.max(0, last.value - (perMillion * last.events) / 1e6), perMillion };
};

export const valueAt = ({ fixed, perMillion }: Line, events: number): number =>
	fixed + (perMillion * events) / 1e6;

/** The line of a report's CPU seconds, with rolled-up days. */
export const lineOf = ({ sites }: Pick<SizingInputs, "sites">, report: string): Line =>
	lineThrough(
		sites.map(({ events, fromDays }) => {
			const found = fromDays.find(({ name }) => name === report);
			if (found === undefined) throw new TypeError(`${report} was not measured`);
			return { events, value: found.cpuSeconds };
		}),
	);

/** CPU seconds of the overview of a site with this many events in 28 days. */
export const cpuOfPage = (inputs: Pick<SizingInputs, "sites">, events: number): number =>
	valueAt(lineOf(inputs, PAGE), events);

/** The share of a machine's cores that one report uses, as a rule of thumb: some steps run alone. */
const SHARED_WORK = 0.75;
const coresOnPage = (cores: number): number => Math.max(1, cores * SHARED_WORK);

/** Seconds until it is complete when it runs alone: the fixed part, and the rest shared by the cores. */
export const secondsOfPage = (
	inputs: Pick<SizingInputs, "sites">,
	events: number,
	cores: number,
): number => {
	const { fixed, perMillion } = lineOf(inputs, PAGE);
	return fixed + (perMillion * events) / 1e6 / coresOnPage(cores);
};

/** The largest site, in events within 28 days, whose overview is complete within the given seconds. */
export const largestSiteWithin = (
	inputs: Pick<SizingInputs, "sites">,
	seconds: number,
	cores: number,
): number => {
	const { fixed, perMillion } = lineOf(inputs, PAGE);
	return Math.max(0, ((seconds - fixed) / perMillion) * 1e6 * coresOnPage(cores));
};
