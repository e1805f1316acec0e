/**
 * Runs tasks in order, a few at a time, and yields their results as they come. Starts no further task once one has
 * failed or the results are no longer read.
 */
export const asTheyEnd = async function* <Result>(
	tasks: readonly (() => Promise<Result>)[],
	atOnce: number,
): AsyncGenerator<Result> {
	const waiting = tasks.entries();
	const running = new Map<number, Promise<{ place: number; result: Result }>>();
	const start = () => {
		const next = waiting.next();
		if (next.done) return;
		const [place, task] = next.value;
		const ended = task().then((result) => ({ place, result }));
		// A later failure may have no listener.
		ended.catch(() => {});
		running.set(place, ended);
	};
	for (let started = 0; started < atOnce; started += 1) start();
	while (running.size > 0) {
		const { place, result } = await Promise.race(running.values());
		running.delete(place);
		start();
		yield result;
	}
};
