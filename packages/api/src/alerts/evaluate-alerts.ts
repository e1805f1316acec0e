import { createRunSql, type ReportStore } from "@footfall/reports/report/report";
import { ApiError } from "@footfall/shared/api-error";
import type { Logger } from "@footfall/shared/logger";
import type { Site } from "../access/site.ts";
import type { ExplainChange } from "../changes/explain-change.ts";
import type { AlertState } from "../database/alert-tables.ts";
import { atomically } from "../database/atomically.ts";
import type { Database } from "../database/schema.ts";
import { enqueue } from "../deliveries/enqueue.ts";
import { createNewOrReturnedErrors } from "../errors/new-or-returned-errors.ts";
import {
	type AlertedError,
	keyOfWord,
	noticeOf,
	numbersOf,
	sentenceOf,
	type Told,
} from "./alert-notice.ts";
import { nextStep, type Step } from "./alert-state.ts";
import { BROKEN, WAITING } from "./alert-texts.ts";
import { claimMinute } from "./claim-minute.ts";
import type { Verdict } from "./conditions/verdict.ts";
import { faultOfKnownRule } from "./fault-of-known-rule.ts";
import { createKnownRules, type Knowledge, type KnownRule } from "./known-rules.ts";
import { createMeasureRules } from "./measure-rules.ts";
import type { Measurement } from "./measurement-of.ts";
import { metricOfRule } from "./metric-of-rule.ts";
import { createSeriesCache } from "./series-cache.ts";
import { verdictOf, windowMs } from "./verdict-of.ts";

const MINUTE_MS = 60_000;
/** Conditions whose metric has changed, so that one can say why. */
const EXPLAINED: readonly string[] = ["above", "below", "change", "unusual"];
const MOST_SENTENCES = 2;
const MESSAGE_CHARACTERS = 300;

/** What evaluates rules. */
export interface AlertEvaluation {
	database: Database;
	store: ReportStore;
	logger: Logger;
	/** Names this process among several. */
	holder: string;
	baseUrl?: string | undefined;
	explainChange?: ExplainChange | undefined;
}

const UNKNOWN: Verdict = { fires: undefined, value: null };

/** Evaluates all rules of an installation, a minute at a time. */
export const createEvaluateAlerts = (dependencies: AlertEvaluation) => {
	const { database, store, logger, holder, baseUrl, explainChange } = dependencies;
	const knownRules = createKnownRules(database);
	const runSql = createRunSql(store);
	let minuteStart = 0;
	const measureRules = createMeasureRules({
		...{ runSql, cache: createSeriesCache() },
		newErrorsOf: createNewOrReturnedErrors({ database, store, now: () => minuteStart }),
	});

	const explanationOf = async (known: KnownRule, site: Site, now: number): Promise<string[]> => {
		const { rule, language } = known;
		if (!explainChange || !EXPLAINED.includes(rule.condition)) return [];
		const text = (instant: number) =>
			new Date(instant).toISOString().slice(0, 19).replace("T", " ");
		try {
			const { sentences } = await explainChange({
				...{ site, language, metric: metricOfRule(rule), filters: rule.filters },
				range: {
					start_datetime: text(now - windowMs(rule)),
					end_datetime: text(now),
					time_zone: "UTC",
				},
				...{ compare: "previous", match_weekdays: "true" },
			});
			return sentences.slice(0, MOST_SENTENCES);
		} catch (err) {
			// The alert is worth more than why it fires, and not every metric can be explained.
			if (!(err instanceof ApiError))
				logger.warn({ err, alertId: known.alertId }, "An alert could not be explained");
			return [];
		}
	};

	/** Stores a rule's state with what is to be sent, both or neither. */
	const apply = async (
		told: Told,
		step: Step,
		{
			state,
			reason,
			explanation,
		}: { state: AlertState; reason: string | null; explanation: string[] },
	): Promise<boolean> => {
		const { known, site } = told;
		const { standing, turn, words } = step;
		return atomically(async () => {
			const changed = await database
				.updateTable("alert_rule")
				.set({
					...{ state, reason, pausedUntil: null },
					stateSince: new Date(standing.since),
					memory: JSON.stringify(standing.memory),
				})
				.where("alertId", "=", known.alertId)
				.where("version", "=", known.version)
				.where("state", "=", known.state)
				.returning("alertId")
				.executeTakeFirst();
			// A person has changed it meanwhile, or another process has gone on with it.
			if (changed === undefined) return false;
			if (turn === "begins")
				await database
					.insertInto("alert_event")
					.values({
						alertId: known.alertId,
						startedAt: new Date(standing.since),
						numbers: JSON.stringify(numbersOf(told)),
						sentences: JSON.stringify([sentenceOf(told), ...explanation]),
					})
					.execute();
			if (turn === "ends")
				await database
					.updateTable("alert_event")
					.set({ endedAt: new Date(standing.since) })
					.where("alertId", "=", known.alertId)
					.where("endedAt", "is", null)
					.execute();
			const { organizationId, siteId, rule } = known;
			await enqueue(
				database,
				words.flatMap((word) => {
					const after = { ...told, known: { ...known, state } };
					const notice = noticeOf(after, word, { baseUrl, explanation });
					return rule.channelIds.map((channelId) => ({
						...{ organizationId, siteId: site.siteId ?? siteId, channelId },
						key: keyOfWord(known.alertId, word),
						payload: { kind: "notice" as const, notice },
					}));
				}),
			);
			return true;
		});
	};

	const isSame = (known: KnownRule, step: Step, state: AlertState, reason: string | null) =>
		step.words.length === 0 &&
		step.turn === undefined &&
		known.state === state &&
		known.since === step.standing.since &&
		known.reason === reason &&
		known.pausedUntil === undefined &&
		JSON.stringify(known.memory) === JSON.stringify(step.standing.memory);

	/** What a broken rule becomes: what fired is over without a word, because nobody knows whether it is. */
	const brokenStep = ({ state, since }: KnownRule, now: number): Step => ({
		standing: {
			state: "broken",
			since: state === "broken" ? Math.min(since, now) : now,
			memory: {},
		},
		words: [],
		...(state === "firing" && { turn: "ends" }),
	});

	const settle = async (
		known: KnownRule,
		site: Site,
		{
			fault,
			measurement,
			now,
			wasInterrupted,
		}: {
			fault: string | undefined;
			measurement: Measurement | undefined;
			now: number;
			wasInterrupted: boolean;
		},
	): Promise<void> => {
		const failure = measurement && "failure" in measurement ? measurement.failure : undefined;
		const broken =
			fault ?? (failure === undefined ? undefined : BROKEN[known.language].failed(failure));
		// A rule that is not due keeps its state, but quiet hours end for it, too.
		const isDue = measurement !== undefined || known.memory.owed !== undefined;
		if (broken === undefined && !isDue) return;
		const measured = measurement && "measured" in measurement ? measurement : undefined;
		const verdict = measured ? verdictOf(known.rule, measured.measured) : UNKNOWN;
		const standing = {
			state: known.state === "broken" || known.state === "paused" ? ("ok" as const) : known.state,
			since: known.state === "broken" || known.state === "paused" ? now : known.since,
			memory: known.memory,
		};
		const step =
			broken === undefined
				? nextStep(standing, verdict.fires, { rule: known.rule, now, wasInterrupted })
				: brokenStep(known, now);
		const { state } = step.standing;
		const waits = verdict.waits && WAITING[known.language][verdict.waits];
		const reason = broken ?? (measured ? (waits ?? null) : known.reason);
		if (isSame(known, step, state, reason)) return;
		const errors = measured?.errors?.map(
			({ message, count, state }): AlertedError => ({
				...{ message: message.slice(0, MESSAGE_CHARACTERS), count },
				isBack: state === "came_back",
			}),
		);
		const told: Told = { known, site, verdict, ...(errors && { errors }) };
		const explanation =
			step.turn === "begins" || step.words.some(({ kind }) => kind === "firing")
				? await explanationOf(known, site, now)
				: [];
		if (!(await apply(told, step, { state, reason, explanation }))) return;
		Object.assign(known, {
			...{ state, reason, pausedUntil: undefined },
			...{ since: step.standing.since, memory: step.standing.memory },
		});
	};

	const evaluate = async (
		knowledge: Knowledge,
		now: number,
		wasInterrupted: boolean,
	): Promise<void> => {
		const awake = knowledge.rules.filter(
			({ state, pausedUntil }) =>
				state !== "paused" || (pausedUntil !== undefined && pausedUntil <= now),
		);
		const faults = new Map<KnownRule, string>();
		for (const known of awake) {
			const site = knowledge.sites.get(known.siteId);
			const fault = site && (await faultOfKnownRule(known, site, knowledge));
			if (fault !== undefined) faults.set(known, fault);
		}
		const measurements = await measureRules.measure(
			awake.filter((known) => !faults.has(known)),
			knowledge,
			now,
		);
		for (const known of awake) {
			const site = knowledge.sites.get(known.siteId);
			if (site === undefined) continue;
			try {
				await settle(known, site, {
					...{ now, wasInterrupted, fault: faults.get(known) },
					measurement: measurements.get(known),
				});
			} catch (err) {
				// One rule must not keep others from being told.
				logger.error({ err, alertId: known.alertId }, "An alert could not be evaluated");
			}
		}
	};

	/**
	 * Evaluates the minute that has just begun, unless another process does or did.
	 * @returns whether this process did
	 */
	return async (now: number): Promise<boolean> => {
		const claimed = await claimMinute(database, { holder, now });
		if (claimed === undefined) return false;
		minuteStart = Math.floor(now / MINUTE_MS) * MINUTE_MS;
		await evaluate(await knownRules(now), minuteStart, claimed.wasInterrupted);
		return true;
	};
};
