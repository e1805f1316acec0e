import { pause } from "@footfall/shared/waiting/pause";

/** The pause between two attempts is as long as the last one, which leaves CPU time for the awaited work. */
const PAUSE_MS = { least: 50, most: 500 };

/** A generous limit for a busy machine: a shorter one would make no test pass sooner. */
const PATIENCE_MS = 120_000;

/** The length of the last value in the error: thousands of ids would add nothing. */
const SHOWN_CHARACTERS = 2000;

/** Polls until the value satisfies `enough`, and returns it; fails with the last value after `withinMs`. */
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
