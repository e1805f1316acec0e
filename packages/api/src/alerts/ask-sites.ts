import { valuesOfSite } from "@footfall/reports/alerts/ask-site";
import type { RunSql } from "@footfall/reports/report/report";
import type { Site } from "../access/site.ts";
import type { AlertWindow } from "./alert-rule.ts";
import type { Knowledge, KnownRule } from "./known-rules.ts";
import type { AskedValue } from "./measurement-of.ts";
import { vitalOf } from "./metric-of-rule.ts";
import type { Planned } from "./planned-rule.ts";
import { chunks } from "./questions/chunks.ts";
import { failureOf, isOverloaded } from "./questions/failure-of.ts";
import { grouped } from "./questions/grouped.ts";
import { windowMs } from "./verdict-of.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Questions in a minute, so that the work does not grow with the rules. */
const MOST_QUESTIONS = 50;
const MOST_METRICS = 20;

/** Every how many minutes windows are asked for: long ones change slowly. */
const EVERY: Readonly<Record<AlertWindow, number>> = {
	"5m": 1,
	"15m": 1,
	"1h": 2,
	"6h": 10,
	"1d": 30,
};

/** A metric with what has to be known beside it: a vital is judged by how often it was measured. */
const metricsFor = ({ metric }: Planned): string[] => {
	const vital = vitalOf(metric);
	return vital === undefined ? [metric] : [metric, `measurements(${vital})`];
};

/** The values of rules of one site that share window and filters, in one question. */
const askSite = async (
	planned: readonly Planned[],
	{ rule }: KnownRule,
	{ site, ...asking }: { runSql: RunSql; site: Site; goals: Knowledge["goals"]; now: number },
): Promise<Map<KnownRule, AskedValue>> => {
	const asked = [...new Set(planned.flatMap(metricsFor))];
	const askAgain = async () => {
		const answers = new Map<KnownRule, AskedValue>();
		for (const one of planned)
			for (const [known, value] of await askSite([one], one.known, { ...asking, site }))
				answers.set(known, value);
		return answers;
	};
	try {
		const answer = await valuesOfSite(
			{ ...asking, site },
			{
				...{ metrics: asked, filters: rule.filters },
				...{ from: asking.now - windowMs(rule), to: asking.now },
			},
		);
		const answered = (metric: string) => answer[asked.indexOf(metric)] ?? null;
		return new Map(
			planned.map(({ known, metric }) => {
				const vital = vitalOf(metric);
				const samples = vital && { samples: answered(`measurements(${vital})`) ?? 0 };
				return [known, { value: answered(metric), ...samples }];
			}),
		);
	} catch (error) {
		if (isOverloaded(error)) return new Map();
		const failure = failureOf(error);
		// One metric that cannot be asked must not keep others from being known.
		if (planned.length > 1) return askAgain();
		return new Map(planned.map(({ known }) => [known, { failure }]));
	}
};

/**
 * Asks single sites for values that cannot be counted for all of them: some questions a minute, those first that waited
 * longest. A site without an event in the window is not asked.
 */
export const createAskSites = (runSql: RunSql) => {
	const askedAt = new Map<string, number>();
	const waitingSince = (key: string) => askedAt.get(key) ?? 0;

	/** Rules that one question answers, those first that waited longest; only what is due. */
	const dueQuestions = (planned: readonly Planned[], now: number): [string, Planned[]][] => {
		const keyOf = ({ known: { siteId, rule } }: Planned) =>
			JSON.stringify([siteId, rule.window, rule.filters ?? null]);
		const isDue = (key: string, window: AlertWindow) =>
			waitingSince(key) > now || now - waitingSince(key) >= EVERY[window] * MINUTE_MS;
		return grouped(planned, keyOf)
			.flatMap((group): [string, Planned[]][] => {
				const [first] = group;
				const key = first ? keyOf(first) : "";
				return first && isDue(key, first.known.rule.window) ? [[key, group]] : [];
			})
			.sort(([one], [other]) => waitingSince(one) - waitingSince(other));
	};

	/** Forgets what no rule asks any more. */
	const forget = (now: number) => {
		for (const [key, at] of askedAt) if (Math.abs(now - at) > DAY_MS) askedAt.delete(key);
	};

	/** @param isIdle whether the site of a rule had no event in its window */
	return async (
		planned: readonly Planned[],
		{ sites, goals }: Knowledge,
		{ now, isIdle }: { now: number; isIdle: (known: KnownRule) => boolean },
	): Promise<Map<KnownRule, AskedValue>> => {
		const wanted = planned.filter(({ needsValue, isPlain }) => needsValue && !isPlain);
		const values = new Map<KnownRule, AskedValue>();
		forget(now);
		for (const { known, kind } of wanted)
			if (isIdle(known)) values.set(known, { value: kind.isSum ? 0 : null, samples: 0 });
		const active = wanted.filter(({ known }) => !values.has(known));
		for (const [key, group] of dueQuestions(active, now).slice(0, MOST_QUESTIONS)) {
			askedAt.set(key, now);
			const [first] = group;
			const site = first && sites.get(first.known.siteId);
			if (first === undefined || site === undefined) continue;
			for (const some of chunks(group, MOST_METRICS / 2))
				for (const [known, value] of await askSite(some, first.known, { runSql, site, goals, now }))
					values.set(known, value);
		}
		return values;
	};
};
