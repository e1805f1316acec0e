import { warn } from "../guard/attempt.ts";
import { host } from "./tracker.ts";

/** Calls a function of `rare.ts`, which is loaded on first use. */
export const rarely = (name: string, ...values: unknown[]): Promise<unknown> =>
	import(`${host}/rare.js`)
		.then((rare) => rare[name](...values))
		.catch((fault) => warn("not available", fault));
