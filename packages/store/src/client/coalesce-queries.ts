/** Answers a question, or joins one that is the same and still waits in line. */
export type Joining<Answer> = (
	question: string,
	/** Calls `begin` before anything is read. */
	ask: (begin: () => void) => Promise<Answer>,
) => Promise<Answer>;

/**
 * Lets those who ask the same share one answer as long as nobody works it out. Who comes later asks anew: what was stored
 * before a question was asked must be in its answer, and work that has begun may have passed the place.
 */
export const createJoining = <Answer>(): Joining<Answer> => {
	const waiting = new Map<string, Promise<Answer>>();
	return (question, ask) => {
		const known = waiting.get(question);
		if (known) return known;
		const leave = () => {
			if (waiting.get(question) === answer) waiting.delete(question);
		};
		const answer: Promise<Answer> = Promise.resolve().then(() => ask(leave));
		waiting.set(question, answer);
		// A refusal to wait in line comes without a beginning.
		answer.then(leave, leave);
		return answer;
	};
};
