import fc from "fast-check";

const FIXED = 20_261_122;

const seedFrom = (text: string): number => {
	if (!/^\d{1,10}$/.test(text)) throw new TypeError("FOOTFALL_SEED must be a whole number");
	return Number(text);
};

const { FOOTFALL_SEED: repeated, FOOTFALL_WORLDS: worlds } = process.env;

/**
 * The seed of every property test: the same cases in each run of `npm test`, fresh ones in `npm run test:worlds`, and those of
 * FOOTFALL_SEED to repeat a failure, which names it.
 */
export const SEED = repeated ? seedFrom(repeated) : worlds ? Date.now() % 2 ** 31 : FIXED;

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
