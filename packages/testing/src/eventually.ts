import { pause } from "@footfall/shared/waiting/pause";

/** Asks until the answer satisfies `enough`, and returns it; fails with the last answer after `withinMs`. */
export const eventually = async <Answer>(
	ask: () => Promise<Answer>,
	enough: (answer: Answer) => boolean,
	withinMs: number,
): Promise<Answer> => {
	const deadline = performance.now() + withinMs;
	for (;;) {
		const answer = await ask();
		if (enough(answer)) return answer;
		if (performance.now() > deadline)
			throw new Error(`Not within ${withinMs} ms; last: ${JSON.stringify(answer)}`);
		await pause(50);
	}
};
