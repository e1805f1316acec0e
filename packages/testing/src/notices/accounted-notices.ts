import type { AcceptedNotice } from "./notice-receivers.ts";

/** What `accountedNotices` finds where nothing is amiss. */
export const NOTHING_AMISS = {
	...{ lost: [], unexpected: [], underTwoIds: [], repeatedWithoutKill: [] },
};

/**
 * Compares what was accepted with what was to be sent.
 * @param kills when a sender was killed, as `performance.now()`
 */
export const accountedNotices = (
	accepted: readonly AcceptedNotice[],
	expected: ReadonlySet<string>,
	kills: readonly number[],
) => {
	const byWhat = new Map<string, AcceptedNotice[]>();
	for (const one of accepted) byWhat.set(one.what, [...(byWhat.get(one.what) ?? []), one]);
	const repeated = [...byWhat].filter(([, all]) => all.length > 1);
	return {
		lost: [...expected].filter((what) => !byWhat.has(what)),
		unexpected: [...byWhat.keys()].filter((what) => !expected.has(what)),
		underTwoIds: repeated.filter(([, all]) => new Set(all.map(({ id }) => id)).size > 1),
		/** Although no process died after the acceptance before. */
		repeatedWithoutKill: repeated.filter(([, all]) =>
			all.some(({ at }, index) => {
				const before = all[index - 1];
				return before && !kills.some((kill) => kill >= before.at && kill <= at);
			}),
		),
	};
};

/** How many acceptances were of something that had been accepted before. */
export const repeatedNotices = (accepted: readonly AcceptedNotice[]): number =>
	accepted.length - new Set(accepted.map(({ what }) => what)).size;
