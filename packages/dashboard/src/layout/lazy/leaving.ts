/** A navigation that has no answer by then has failed, was cancelled, or became a download. */
const LEAVING_MS = 30_000;

let leaving = 0;

/** Whether the browser may be on its way to another document. */
export const isLeaving = (): boolean => leaving > 0;

/**
 * Watches for a navigation away from the document until the returned function is called: some browsers fail what the
 * document is still loading as soon as one begins. Watch only until something is loaded, because Firefox may not cache a
 * page that listens; after a failure, go on watching until it is over.
 */
export const watchLeaving = (): (() => void) => {
	const onLeave = () => {
		leaving++;
		setTimeout(() => leaving--, LEAVING_MS);
	};
	addEventListener("beforeunload", onLeave);
	return () => removeEventListener("beforeunload", onLeave);
};
