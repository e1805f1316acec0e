/** Passes pages on, and reads the next one while the current one is processed. */
export const readAhead = async function* <Page>(
	pages: AsyncIterable<Page>,
): AsyncGenerator<Page, void> {
	const read = pages[Symbol.asyncIterator]();
	try {
		for (let page = await read.next(); !page.done; ) {
			const next = read.next();
			// The consumer of the page receives its error; nobody does when the client has disconnected.
			next.catch(() => {});
			yield page.value;
			page = await next;
		}
	} finally {
		await read.return?.();
	}
};
