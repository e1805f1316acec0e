import type { Capture } from "../tracker.ts";

/** Fetches the measuring code, which is larger than all the rest, where a site asks for web vitals. */
export const lazyWebVitals: Capture = (tracker) => {
	let isWanted = true;
	let undo = () => {};
	// Where the code does not arrive there are no vitals; the browser has already said so in the console.
	import(`${tracker.config.host}/vitals.js`).then(
		({ webVitals }) => {
			if (isWanted) undo = webVitals(tracker);
		},
		() => {},
	);
	return () => {
		isWanted = false;
		undo();
	};
};
