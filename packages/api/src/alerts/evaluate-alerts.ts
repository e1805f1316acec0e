import { createRunSql, type ReportStore } from "@footfall/reports/report/report";
import { errorDecisionMarks } from "../errors/error-decision-marks.ts";
import { createNewOrReturnedErrors } from "../errors/new-or-returned-errors.ts";
import { claimMinute } from "./claim-minute.ts";
import { faultOfKnownRule } from "./fault-of-known-rule.ts";
import { createKnownRules, type Knowledge, type KnownRule } from "./known-rules.ts";
import { createMeasureRules } from "./measure-rules.ts";
import { createSeriesCache } from "./series-cache.ts";
import { type Settling, settleRule } from "./settle-rule.ts";

const MINUTE_MS = 60_000;

/** What evaluates rules. */
export interface AlertEvaluation extends Settling {
	store: ReportStore;
	/** Names this process among several. */
	holder: string;
	/** Compares the latest errors of a site by their sources, before those that are new are told. */
	compareErrors?: ((siteId: number) => Promise<void>) | undefined;
}

/** The rules that nobody has paused, or whose pause is over. */
const awakeRules = ({ rules }: Knowledge, now: number): KnownRule[] =>
	rules.filter(
		({ state, pausedUntil }) =>
			state !== "paused" || (pausedUntil !== undefined && pausedUntil <= now),
	);

/** Why rules cannot be evaluated, of those that cannot. */
const faultsOf = async (
	rules: readonly KnownRule[],
	knowledge: Knowledge,
): Promise<Map<KnownRule, string>> => {
	const faults = new Map<KnownRule, string>();
	for (const known of rules) {
		const site = knowledge.sites.get(known.siteId);
		const fault = site && (await faultOfKnownRule(known, site, knowledge));
		if (fault !== undefined) faults.set(known, fault);
	}
	return faults;
};

/** Evaluates all rules of an installation, a minute at a time. */
export const createEvaluateAlerts = (dependencies: AlertEvaluation) => {
	const { database, store, logger, holder, compareErrors } = dependencies;
	const knownRules = createKnownRules(database);
	let minuteStart = 0;
	const measureRules = createMeasureRules({
		...{ runSql: createRunSql(store), cache: createSeriesCache() },
		decisionMarks: (sites, now) => errorDecisionMarks(database, sites, now),
		newErrorsOf: createNewOrReturnedErrors({
			...{ database, store, compareErrors, now: () => minuteStart },
		}),
	});

	let wereOverdue = false;
	/** Says when rules begin to wait for too long, and when none does any more. */
	const logOverdue = (rules: number): void => {
		if (rules > 0 && !wereOverdue)
			logger.warn({ rules }, "More alert rules ask single sites than can be measured in time");
		if (rules === 0 && wereOverdue) logger.info({}, "All alert rules are measured in time again");
		wereOverdue = rules > 0;
	};

	const evaluate = async (
		knowledge: Knowledge,
		now: number,
		wasInterrupted: boolean,
	): Promise<void> => {
		const awake = awakeRules(knowledge, now);
		const faults = await faultsOf(awake, knowledge);
		const { measurements, overdue } = await measureRules.measure(
			awake.filter((known) => !faults.has(known)),
			knowledge,
			now,
		);
		logOverdue(overdue.size);
		for (const known of awake) {
			const site = knowledge.sites.get(known.siteId);
			if (site === undefined) continue;
			const findings = {
				...{ now, wasInterrupted, fault: faults.get(known) },
				...{ measurement: measurements.get(known), isOverdue: overdue.has(known) },
			};
			try {
				await settleRule({ known, site }, findings, dependencies);
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
