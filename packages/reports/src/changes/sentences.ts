import type { Beside } from "../definitions/beside.ts";
import { wallTimeOf } from "../query/time-zone.ts";
import { ENGLISH } from "./english-phrases.ts";
import type { Explanation, Language } from "./explanation.ts";
import { GERMAN } from "./german-phrases.ts";
import type { Phrases } from "./phrases.ts";

const PHRASES: Readonly<Record<Language, Phrases>> = { en: ENGLISH, de: GERMAN };

/** What sentences need beside the explanation. */
export interface SentenceContext {
	language: Language;
	/** As the parameter of that name. */
	compare: string;
	/** The metric's name without an argument. */
	kind: string;
	/** The name of the goal or of the event. */
	subject: string | undefined;
	/** The number of the range's days, if it was given as days. */
	days: number | undefined;
	/** What began near the change. */
	near?: Beside | undefined;
}

/** No-break space before the sign of percent, and the real minus. */
const typeset = (text: string) => text.replaceAll("-", "−");

const formatsOf = (
	{ locale }: Phrases,
	{ type, currency }: Pick<Explanation, "type" | "currency">,
) => {
	const digits = {
		count: 0,
		money: 2,
		fraction: 2,
		percent: 2,
		number: 2,
		seconds: 1,
		milliseconds: 0,
	}[type];
	const format = new Intl.NumberFormat(locale, {
		maximumFractionDigits: digits,
		...(currency !== undefined && { style: "currency", currency }),
	});
	const scale = type === "fraction" ? 100 : 1;
	return (figure: number) => format.format(Math.abs(figure) * scale);
};

const percentOf = ({ locale }: Phrases, difference: number, from: number): string | undefined => {
	if (from === 0) return undefined;
	const share = (difference / Math.abs(from)) * 100;
	const digits = Math.abs(share) < 1 ? 1 : 0;
	const text = new Intl.NumberFormat(locale, {
		maximumFractionDigits: digits,
		signDisplay: "exceptZero",
	}).format(share);
	return `${typeset(text)} %`;
};

/** A day, and an hour of it, of a wall time. */
const timesOf = ({ locale }: Phrases, wall: number) => ({
	day: new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", timeZone: "UTC" }).format(
		wall,
	),
	hour: new Intl.DateTimeFormat(locale, {
		...({ hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "UTC" } as const),
	}).format(wall),
});

const firstOf = (
	explanation: Omit<Explanation, "sentences">,
	{ compare, kind, subject, days }: SentenceContext,
	phrases: Phrases,
): string => {
	const { difference, from, to, type } = explanation;
	const than = phrases.than(compare, days);
	if (difference === 0) return phrases.same(kind, subject, than);
	const numberOf = formatsOf(phrases, explanation);
	const number = numberOf(difference);
	const isRelative = type === "count" || type === "money";
	const change = {
		...{ kind, subject, than, isMore: difference > 0 },
		percent: isRelative ? percentOf(phrases, difference, from) : undefined,
	};
	const isOne = number === "1";
	return type === "count"
		? phrases.count({ ...change, number, isOne })
		: phrases.figure({
				...change,
				by: phrases.difference(number, type, isOne),
				to: phrases.value(numberOf(to), type),
			});
};

const partsOf = (
	explanation: Omit<Explanation, "sentences">,
	{ kind }: SentenceContext,
	phrases: Phrases,
): string[] => {
	const { segments, difference, type, bucket } = explanation;
	const numberOf = formatsOf(phrases, explanation);
	const signed = (figure: number) => `${figure < 0 ? "−" : ""}${numberOf(figure)}`;
	return segments.map(({ dimensions, contribution, since, mix, rate }) => {
		const number = numberOf(contribution);
		const isOne = number === "1";
		const times =
			since === null ? undefined : timesOf(phrases, Date.parse(`${since.replace(" ", "T")}Z`));
		const isWith = contribution * difference > 0;
		const sign = isWith && difference < 0 ? -1 : 1;
		const part = {
			...{ kind, isOne, isWith, isMore: contribution > 0, who: phrases.qualifiers(dimensions) },
			since: times && phrases.since(times.day, bucket === "hour" ? times.hour : undefined),
		};
		return type === "count"
			? phrases.part({ ...part, number })
			: phrases.partOfFigure({
					...part,
					number: phrases.difference(number, type, isOne),
					mix: mix === undefined ? undefined : signed(mix * sign),
					rate: rate === undefined ? undefined : signed(rate * sign),
				});
	});
};

const besideOf = (
	{ near }: SentenceContext,
	{ time_zone }: Pick<Explanation, "time_zone">,
	phrases: Phrases,
): string[] => {
	if (!near) return [];
	const told = (at: string) => {
		const { day, hour } = timesOf(phrases, wallTimeOf(Date.parse(at), time_zone));
		return near.kind === "gap" ? `${day}, ${hour},` : day;
	};
	const until = near.until === null ? undefined : told(near.until).replace(/,$/, "");
	const at = near.kind === "gap" ? told(near.at).replace(/,$/, "") : told(near.at);
	return [phrases.beside(near.kind, near.title, at, until)];
};

/** A change in a few plain sentences: what changed, which parts make it up, and what happened beside it. */
export const sentencesOf = (
	explanation: Omit<Explanation, "sentences">,
	context: SentenceContext,
): string[] => {
	const phrases = PHRASES[context.language];
	const { segments, rest, type, difference, is_usual } = explanation;
	const first = firstOf(explanation, context, phrases);
	if (is_usual) return difference === 0 ? [first] : [first, phrases.usual];
	const number = formatsOf(phrases, explanation)(rest);
	const isNothing = !/[1-9]/.test(number);
	const restNumber = `${rest * difference < 0 ? "−" : ""}${phrases.difference(number, type, number === "1")}`;
	return [
		first,
		...partsOf(explanation, context, phrases),
		...(segments.length === 0 ? [phrases.spread] : isNothing ? [] : [phrases.rest(restNumber)]),
		...besideOf(context, explanation, phrases),
	];
};
