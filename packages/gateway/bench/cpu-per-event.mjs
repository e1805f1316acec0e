import { median } from "../../../test/bench/measuring/median.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? 14);
const WARM_UP = 2;

/**
 * CPU µs per event of work on a list of events. ROUNDS changes the run; the first two warm up.
 * @param work handles all of them, and returns how many came out as they should
 */
export const cpuPerEvent = (events, work) => {
	const round = () => {
		const from = process.cpuUsage();
		const kept = work(events);
		const { user, system } = process.cpuUsage(from);
		if (kept !== events.length)
			throw new Error(`Expected ${events.length} events, but ${kept} are left`);
		return (user + system) / events.length;
	};
	return median(Array.from({ length: ROUNDS }, round).slice(WARM_UP));
};
