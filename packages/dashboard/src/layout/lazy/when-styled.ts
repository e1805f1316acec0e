/** A sheet that has failed before never tells again: nobody waits longer for it. */
const MOST_MS = 2000;

const arrives = (link: HTMLLinkElement) =>
	new Promise<void>((resolve) => {
		const done = () => resolve();
		link.addEventListener("load", done);
		link.addEventListener("error", done);
		setTimeout(done, MOST_MS);
	});

/**
 * Resolves once the sheets that have been requested apply. WebKit applies none of them, even of those that have arrived,
 * before the last one has: what is drawn meanwhile has no style, and then moves away from under the pointer.
 */
export const whenStyled = async (): Promise<void> => {
	const links = document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]");
	await Promise.all([...links].filter(({ sheet }) => !sheet).map(arrives));
};
