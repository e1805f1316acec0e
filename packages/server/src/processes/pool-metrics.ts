import { countsOf, type MetricsSnapshot, metricsText } from "@footfall/gateway/merged-metrics";

/** What the sum needs of a worker. */
export interface CountingWorker {
	id: number;
	/** Asks for its metrics; the answer comes with the same number. */
	ask(question: number): void;
}

/** A worker that is busier than this is left out of one scrape rather than hold it up. */
const ANSWER_WITHIN_MS = 2_000;

interface Question {
	worker: number;
	settle(snapshot: MetricsSnapshot | undefined): void;
}

/** Adds up what the workers count, and what those counted that have left. */
export const gatheredMetrics = (workers: () => readonly CountingWorker[]) => {
	const questions = new Map<number, Question>();
	const gone = new Set<number>();
	let departed: MetricsSnapshot = [];
	let departing = Promise.resolve();
	let lastQuestion = 0;

	const snapshotOf = (worker: CountingWorker) =>
		new Promise<MetricsSnapshot | undefined>((resolve) => {
			const question = ++lastQuestion;
			const settle = (snapshot: MetricsSnapshot | undefined) => {
				questions.delete(question);
				clearTimeout(overdue);
				resolve(snapshot);
			};
			const overdue = setTimeout(settle, ANSWER_WITHIN_MS, undefined);
			questions.set(question, { worker: worker.id, settle });
			worker.ask(question);
		});

	return {
		answered: (question: number, snapshot: MetricsSnapshot) =>
			questions.get(question)?.settle(snapshot),
		/** Keeps what a worker counted, from the moment that it counts no more. */
		left: (worker: number, snapshot: MetricsSnapshot) => {
			gone.add(worker);
			for (const question of questions.values())
				if (question.worker === worker) question.settle(undefined);
			departing = departing.then(async () => {
				departed = await countsOf([departed, snapshot]);
			});
		},
		text: async (): Promise<string> => {
			const asked = workers();
			const answers = await Promise.all(asked.map(snapshotOf));
			await departing;
			// Who left after its answer is among the departed by now.
			const present = answers.filter((_, index) => !gone.has(asked[index]?.id ?? 0));
			return metricsText([departed, ...present.filter((answer) => answer !== undefined)]);
		},
	};
};
