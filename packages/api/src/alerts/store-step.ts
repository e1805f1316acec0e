import { atomically } from "../database/atomically.ts";
import type { Database } from "../database/schema.ts";
import { enqueue } from "../deliveries/enqueue.ts";
import { keyOfWord, noticeOf, numbersOf, sentencesOf, type Told } from "./alert-notice.ts";
import type { AlertNumbers } from "./alert-shapes.ts";
import type { Standing, Step } from "./alert-state.ts";
import type { KnownRule } from "./known-rules.ts";

/** Of one firing, which may last for days. */
const MOST_ERRORS = 200;

/** A step of a rule with everything that is written down about it. */
export interface ToldStep {
	told: Told;
	step: Step;
	/** What is wrong with the rule, or what it waits for. */
	reason: string | null;
	/** Sentences about what changed. */
	explanation: string[];
}

/** Stores where a rule stands; false if it is no longer what was evaluated. */
const storeStanding = async (
	database: Database,
	known: KnownRule,
	{ standing, reason }: { standing: Standing; reason: string | null },
): Promise<boolean> => {
	const changed = await database
		.updateTable("alert_rule")
		.set({
			...{ state: standing.state, reason, pausedUntil: null },
			stateSince: new Date(standing.since),
			memory: JSON.stringify(standing.memory),
		})
		.where("alertId", "=", known.alertId)
		.where("version", "=", known.version)
		.where("state", "=", known.state)
		.returning("alertId")
		.executeTakeFirst();
	return changed !== undefined;
};

/** Adds errors to the last firing that were found while it lasted. */
const addErrors = async (database: Database, told: Told): Promise<void> => {
	const last = await database
		.selectFrom("alert_event")
		.select(["eventId", "numbers", "sentences"])
		.where("alertId", "=", told.known.alertId)
		.orderBy("eventId", "desc")
		.limit(1)
		.executeTakeFirst();
	if (last === undefined) return;
	const { errors: known = [], ...numbers } = last.numbers as AlertNumbers;
	const ids = new Set(known.map(({ errorId }) => errorId));
	const errors = (told.errors ?? []).filter(({ errorId }) => !ids.has(errorId));
	if (errors.length === 0) return;
	const all = [...known, ...errors].slice(0, MOST_ERRORS);
	const sentences = [...last.sentences, ...sentencesOf({ ...told, errors })];
	await database
		.updateTable("alert_event")
		.set({
			numbers: JSON.stringify({ ...numbers, errors: all }),
			sentences: JSON.stringify(sentences.slice(0, MOST_ERRORS)),
		})
		.where("eventId", "=", last.eventId)
		.execute();
};

/** Stores that a firing begins or ends. */
const storeTurn = async (
	database: Database,
	{ told, step: { standing, turn, words }, explanation }: ToldStep,
): Promise<void> => {
	const { alertId } = told.known;
	const tellsErrors = words.some((word) => word.kind === "firing" && word.errors !== undefined);
	if (turn !== "begins" && tellsErrors) await addErrors(database, told);
	if (turn === "begins")
		await database
			.insertInto("alert_event")
			.values({
				...{ alertId, startedAt: new Date(standing.since) },
				numbers: JSON.stringify(numbersOf(told)),
				sentences: JSON.stringify([...sentencesOf(told), ...explanation]),
			})
			.execute();
	if (turn === "ends")
		await database
			.updateTable("alert_event")
			.set({ endedAt: new Date(standing.since) })
			.where("alertId", "=", alertId)
			.where("endedAt", "is", null)
			.execute();
};

/** The firing of a rule that began last. */
const lastEvent = async (database: Database, alertId: number): Promise<number> => {
	const { eventId } = await database
		.selectFrom("alert_event")
		.select(({ fn }) => fn.max<number | null>("eventId").as("eventId"))
		.where("alertId", "=", alertId)
		.executeTakeFirstOrThrow();
	return eventId ?? 0;
};

/** What is to be sent: each word to each channel of the rule. */
const deliveriesOf = (
	{ told, step: { standing, words }, explanation }: ToldStep,
	{ baseUrl, eventId }: { baseUrl: string | undefined; eventId: number },
) => {
	const { known, site } = told;
	const after = { ...told, known: { ...known, state: standing.state } };
	return words.flatMap((word) => {
		const notice = noticeOf(after, word, { baseUrl, explanation });
		return known.rule.channelIds.map((channelId) => ({
			...{ organizationId: known.organizationId, siteId: site.siteId, channelId },
			key: keyOfWord(known.alertId, eventId, word),
			payload: { kind: "notice" as const, notice },
		}));
	});
};

/**
 * Stores a rule's state with what is to be sent, both or neither.
 * @returns false if a person has changed the rule meanwhile, or another process has gone on with it
 */
export const storeStep = (
	{ database, baseUrl }: { database: Database; baseUrl?: string | undefined },
	toldStep: ToldStep,
): Promise<boolean> => {
	const { told, step, reason } = toldStep;
	return atomically(async () => {
		if (!(await storeStanding(database, told.known, { standing: step.standing, reason })))
			return false;
		await storeTurn(database, toldStep);
		if (step.words.length > 0) {
			const eventId = await lastEvent(database, told.known.alertId);
			await enqueue(database, deliveriesOf(toldStep, { baseUrl, eventId }));
		}
		return true;
	});
};
