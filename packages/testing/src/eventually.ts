import { pause } from "@footfall/shared/waiting/pause";

/** Between two questions: as long as the last one took, so that asking leaves some of the machine to what is waited for. */
const PAUSE_MS = { least: 50, most: 500 };

/** How long a busy machine may take; no test passes sooner for having less. */
const PATIENCE_MS = 120_000;

/** Of the last answer, in the error: thousands of ids say nothing more. */
const SHOWN_CHARACTERS = 2000;

/** Asks until the answer satisfies `enough`, and returns it; fails with the last answer after `withinMs`. */
export const eventually = async <Answer>(
	ask: () => Promise<Answer>,
	enough: (answer: Answer) => boolean,
	withinMs = PATIENCE_MS,
): Promise<Answer> => {
	const deadline = performance.now() + withinMs;
	for (;;) {
		const askedAt = performance.now();
		const answer = await ask();
		if (enough(answer)) return answer;
		if (performance.now() > deadline)
			throw new Error(
				`Not within ${withinMs} ms; last: ${JSON.stringify(answer)?.slice(0, SHOWN_CHARACTERS)}`,
			);
		await pause(Math.min(Math.max(PAUSE_MS.least, performance.now() - askedAt), PAUSE_MS.most));
	}
};
