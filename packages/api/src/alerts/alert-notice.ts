import type { Notice } from "@footfall/notices";
import type { Site } from "../access/site.ts";
import type { AlertNumbers } from "./alert-shapes.ts";
import type { Word } from "./alert-state.ts";
import { metricName, numberText, timeText, windowText } from "./alert-texts.ts";
import { newError } from "./conditions/new-error.ts";
import type { AlertedError } from "./conditions/untold-errors.ts";
import type { Verdict } from "./conditions/verdict.ts";
import type { KnownRule } from "./known-rules.ts";
import { metricOfRule } from "./metric-of-rule.ts";

/** What happened, with the numbers. */
export interface Told {
	known: KnownRule;
	site: Site;
	verdict: Verdict;
	errors?: readonly AlertedError[];
	/** How many more errors there are than are named. */
	more?: number;
}

const zoneOf = ({ known, site }: Told): string =>
	known.timeZone ?? known.rule.quietHours?.timeZone ?? site.timeZone;

/** The numbers of a verdict as they are stored and answered. */
export const numbersOf = ({ verdict, errors }: Pick<Told, "verdict" | "errors">): AlertNumbers => {
	const { value, expected, threshold, since, samples } = verdict;
	return {
		value,
		...(expected !== undefined && { expected }),
		...(threshold !== undefined && Number.isFinite(threshold) && { threshold }),
		...(since !== undefined && { since: new Date(since).toISOString() }),
		...(samples !== undefined && { samples }),
		...(errors && errors.length > 0 && { errors: [...errors] }),
	};
};

/** Of a mail or a chat that is still read. */
const MOST_SENTENCES = 10;

const errorSentence = (
	{ message, count, isBack }: AlertedError,
	language: KnownRule["language"],
): string => {
	const times = numberText(count, language);
	if (language === "de")
		return `${isBack ? "Fehler zurück" : "Neuer Fehler"}: ${message} (${count === 1 ? "einmal" : `${times} Mal`}).`;
	return `${isBack ? "An error came back" : "New error"}: ${message} (${count === 1 ? "once" : `${times} times`}).`;
};

const moreErrors = (count: number, language: KnownRule["language"]): string => {
	const number = numberText(count, language);
	if (language === "de") return `Und ${number} ${count === 1 ? "weiterer" : "weitere"} Fehler.`;
	return `And ${number} more ${count === 1 ? "error" : "errors"}.`;
};

/** What happened in one sentence. */
const sentenceOf = (
	told: Told,
	condition: Exclude<KnownRule["rule"]["condition"], "new_error">,
): string => {
	const { known, verdict } = told;
	const { rule, language } = known;
	const isGerman = language === "de";
	const metric = metricName(metricOfRule(rule), language);
	const number = (value: number | null | undefined) => numberText(value, language);
	const value = number(verdict.value);
	const window = windowText(rule.window, language);
	const isLow = (verdict.value ?? 0) < (verdict.expected ?? 0);
	const since = verdict.since === undefined ? "" : timeText(verdict.since, language, zoneOf(told));
	switch (condition) {
		case "above":
			return isGerman
				? `${metric}: ${value} innerhalb von ${window}, mehr als ${number(rule.threshold)}.`
				: `${metric}: ${value} within ${window}, more than ${number(rule.threshold)}.`;
		case "below":
			return isGerman
				? `${metric}: ${value} innerhalb von ${window}, weniger als ${number(rule.threshold)}.`
				: `${metric}: ${value} within ${window}, less than ${number(rule.threshold)}.`;
		case "change":
			return isGerman
				? `${metric}: ${value} innerhalb von ${window}, zur gleichen Zeit letzte Woche waren es ${number(verdict.expected)}.`
				: `${metric}: ${value} within ${window}, at the same time last week it was ${number(verdict.expected)}.`;
		case "unusual":
			return isGerman
				? `${metric} ungewöhnlich ${isLow ? "niedrig" : "hoch"}: ${value} innerhalb von ${window}, üblich sind um diese Zeit ${number(verdict.expected)}.`
				: `${metric} unusually ${isLow ? "low" : "high"}: ${value} within ${window}, ${number(verdict.expected)} are usual at this time.`;
		case "silent":
			return isGerman
				? `Seit ${since} ist kein Ereignis mehr eingetroffen, üblich wären seither ${number(verdict.expected)} Sitzungen.`
				: `No event has arrived since ${since}; ${number(verdict.expected)} sessions would have been usual since then.`;
		case "goal_stopped":
			return isGerman
				? `${metric}: keine seit ${since}, üblich wären seither ${number(verdict.expected)}.`
				: `${metric}: none since ${since}; ${number(verdict.expected)} would have been usual since then.`;
		case "vital_poor":
			return isGerman
				? `${metric} ist schlecht: ${value} bei ${number(verdict.samples)} Messungen, schlecht ist mehr als ${number(verdict.threshold)}.`
				: `${metric} is poor: ${value} over ${number(verdict.samples)} measurements; more than ${number(verdict.threshold)} is poor.`;
	}
};

/** What happened: a sentence, or one for each error. */
export const sentencesOf = (told: Told): string[] => {
	const { known, errors = [], more = 0 } = told;
	const { language } = known;
	const { condition } = known.rule;
	if (condition !== "new_error") return [sentenceOf(told, condition)];
	const left = Math.max(0, errors.length - MOST_SENTENCES) + more;
	return [
		...errors.slice(0, MOST_SENTENCES).map((error) => errorSentence(error, language)),
		...(left === 0 ? [] : [moreErrors(left, language)]),
	];
};

const PAGES: Readonly<Record<string, string>> = {
	errors: "errors",
	error_sessions: "errors",
	events: "events",
	bots: "bots",
};

/** The page of the dashboard that shows a rule's metric. */
const linkOf = ({ known, site }: Told, baseUrl: string | undefined): string | undefined => {
	if (baseUrl === undefined) return undefined;
	const metric = metricOfRule(known.rule);
	const page = /^(lcp|cls|inp|fcp|ttfb)/.test(metric)
		? "vitals"
		: metric.startsWith("conver")
			? "goals"
			: (PAGES[metric] ?? "overview");
	return `${baseUrl}/${site.id}/${page}`;
};

/** When it began and ended, in a sentence. */
const overSentence = (
	told: Told,
	{ startedAt, endedAt }: { startedAt: number; endedAt: number },
) => {
	const { language } = told.known;
	const [from, to] = [startedAt, endedAt].map((one) => timeText(one, language, zoneOf(told)));
	return language === "de" ? `Von ${from} bis ${to}.` : `From ${from} to ${to}.`;
};

const titleOf = (told: Told, kind: Word["kind"]): string => {
	const { name, language } = told.known;
	const words =
		language === "de"
			? { firing: "Alarm", resolved: "Vorbei", held: "In der Ruhezeit" }
			: { firing: "Alert", resolved: "Over", held: "During quiet hours" };
	return `${words[kind]}: ${name} (${told.site.name})`;
};

/** What a word tells: errors that waited for it have numbers of their own. */
const toldBy = (told: Told, word: Word): Told =>
	word.kind === "firing" && word.errors
		? {
				...{ ...told, errors: word.errors, verdict: newError(word.errors) },
				...(word.more !== undefined && { more: word.more }),
			}
		: told;

/**
 * A word as it is sent.
 * @param explanation sentences about what changed
 */
export const noticeOf = (
	step: Told,
	word: Word,
	{ baseUrl, explanation }: { baseUrl: string | undefined; explanation: readonly string[] },
): Notice => {
	const told = toldBy(step, word);
	const { known, site, verdict } = told;
	const { language, rule } = known;
	const isGerman = language === "de";
	const link = linkOf(told, baseUrl);
	const sentences =
		word.kind === "firing"
			? [...sentencesOf(told), ...explanation]
			: (word.kind === "held" ? word.firings : [word]).map((one) => overSentence(told, one));
	const metric = metricOfRule(rule);
	return {
		type: word.kind === "firing" ? "alert.firing" : "alert.resolved",
		language,
		title: titleOf(told, word.kind),
		sentences,
		figures: [
			{
				label: metricName(metric, language),
				value: numberText(verdict.value, language),
				...(verdict.expected !== undefined && {
					previous: `${isGerman ? "üblich" : "usual"} ${numberText(verdict.expected, language)}`,
				}),
			},
		],
		...(link !== undefined && { link }),
		site: { siteId: site.siteId, name: site.name },
		data: {
			...{ alertId: known.alertId, name: known.name, rule, state: known.state },
			numbers: numbersOf(told),
			...(word.kind === "firing" && { startedAt: new Date(word.startedAt).toISOString() }),
			...(word.kind === "resolved" && {
				startedAt: new Date(word.startedAt).toISOString(),
				endedAt: new Date(word.endedAt).toISOString(),
			}),
		},
	};
};

/**
 * What a word is about: it is sent once to each channel. Errors are told once, so that the first one names all of them.
 * @param eventId of the rule's last firing: after the clock was set back, another one may begin at the same minute
 */
export const keyOfWord = (alertId: number, eventId: number, word: Word): string => {
	const [error] = (word.kind === "firing" && word.errors) || [];
	const startedAt = word.kind === "held" ? (word.firings[0]?.startedAt ?? 0) : word.startedAt;
	const of = error ? `${eventId}:${error.errorId}` : eventId;
	return `alert:${alertId}:${word.kind}:${new Date(startedAt).toISOString()}:${of}`;
};
