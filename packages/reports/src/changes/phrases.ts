import type { Beside } from "../definitions/beside.ts";
import type { MetricType } from "../question/metric.ts";

/** A change in one language. Numbers are formatted already, and never negative. */
export interface Phrases {
	/** BCP 47. */
	locale: string;
	/** "Sessions fell by 320 (−24 %) against the week before." */
	count(change: {
		kind: string;
		subject: string | undefined;
		number: string;
		isOne: boolean;
		isMore: boolean;
		/** Signed; undefined where there was nothing. */
		percent: string | undefined;
		than: string;
	}): string;
	/** "The bounce rate rose by 3.2 points to 45.1 % against the week before." */
	figure(change: {
		kind: string;
		subject: string | undefined;
		by: string;
		to: string;
		percent: string | undefined;
		isMore: boolean;
		than: string;
	}): string;
	same(kind: string, subject: string | undefined, than: string): string;
	/** What the period is compared with: "the week before". */
	than(compare: string, days: number | undefined): string;
	usual: string;
	/** What a segment is, without its head: "from Germany on phones". */
	qualifiers(dimensions: Readonly<Record<string, string>>): string;
	part(part: {
		kind: string;
		number: string;
		isOne: boolean;
		/** Whether it changed in the direction of the whole. */
		isWith: boolean;
		isMore: boolean;
		who: string;
		since: string | undefined;
	}): string;
	/** The same of a figure, such as a rate or an amount, with its own parts. */
	partOfFigure(part: {
		kind: string;
		number: string;
		isOne: boolean;
		isWith: boolean;
		isMore: boolean;
		who: string;
		mix: string | undefined;
		rate: string | undefined;
		since: string | undefined;
	}): string;
	spread: string;
	rest(number: string): string;
	since(day: string, hour: string | undefined): string;
	beside(kind: Beside["kind"], title: string, day: string, until: string | undefined): string;
	/** A difference of a figure with its unit: "3.2 points". */
	difference(number: string, type: MetricType, isOne: boolean): string;
	/** A figure with its unit: "45.1 %". */
	value(number: string, type: MetricType): string;
}
