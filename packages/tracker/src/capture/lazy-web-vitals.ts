import { trackByName } from "../core/track-by-name.ts";
import { host } from "../core/tracker.ts";

/** Loads the measuring code, which is larger than all the rest, if the site wants web vitals. */
export const lazyWebVitals = (): void => {
	// If the code fails to load, there are no vitals; the console already shows it.
	import(`${host}/vitals.js`).then(
		({ webVitals }) => webVitals(trackByName),
		() => {},
	);
};
