const chosen = <Choice>(choice: Choice | undefined): Choice => {
	if (choice === undefined) throw new TypeError("There is nothing to choose from");
	return choice;
};

/** Random choices that are the same in every run with the same seed. */
export const createChance = (seed: number) => {
	let state = seed >>> 0;
	/** Mulberry32: 32 bits of state, good enough for example data. */
	const bits = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return (mixed ^ (mixed >>> 14)) >>> 0;
	};
	const share = () => bits() / 2 ** 32;
	const normal = () => Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share());
	return {
		/** From 0 to 1, 1 excluded. */
		share,
		/** True with this probability. */
		happens: (probability: number): boolean => share() < probability,
		/** A whole number from `least` to `most`, both included. */
		whole: (least: number, most: number): number =>
			least + Math.floor(share() * (most - least + 1)),
		/** A choice with a probability proportional to its weight. */
		weighted: <Choice extends { weight: number }>(choices: readonly Choice[]): Choice => {
			let left = share() * choices.reduce((total, { weight }) => total + weight, 0);
			const found = choices.find(({ weight }) => {
				left -= weight;
				return left < 0;
			});
			return chosen(found ?? choices.at(-1));
		},
		one: <Choice>(choices: readonly Choice[]): Choice =>
			chosen(choices[Math.floor(share() * choices.length)]),
		/** A log-normal number with this median; `spread` 0.5 is mild, 1 is wide. */
		skewed: (median: number, spread: number): number => median * Math.exp(spread * normal()),
		/** 64 bits as decimal text, never 0. */
		id: (): string => ((BigInt(bits()) << 32n) | BigInt((bits() | 1) >>> 0)).toString(),
	};
};
export type Chance = ReturnType<typeof createChance>;
