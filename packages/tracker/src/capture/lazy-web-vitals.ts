import { host, track } from "../core/tracker.ts";

/** Fetches the measuring code, which is larger than all the rest, where a site wants web vitals. */
export const lazyWebVitals = (): void => {
	// Where the code does not arrive there are no vitals; the browser has already said so in the console.
	import(`${host}/vitals.js`).then(
		({ webVitals }) => webVitals(track),
		() => {},
	);
};
