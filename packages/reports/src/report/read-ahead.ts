/** Passes pages on, and has the next one read while the one before is worked on. */
export const readAhead = async function* <Page>(
	pages: AsyncIterable<Page>,
): AsyncGenerator<Page, void> {
	const read = pages[Symbol.asyncIterator]();
	try {
		for (let page = await read.next(); !page.done; ) {
			const next = read.next();
			// Whoever takes the page hears of its failure; nobody does when the client has gone.
			next.catch(() => {});
			yield page.value;
			page = await next;
		}
	} finally {
		await read.return?.();
	}
};
