/** Says in the console, where the page's author looks, what was not as it has to be. */
export const warn = (what: string, about: unknown): void =>
	console.warn(`footfall: ${what}`, about);

/** The result of what may throw; nothing where it does. */
export const quietly = <Result>(act: () => Result): Result | undefined => {
	try {
		return act();
	} catch {
		// Nothing is the answer.
	}
};

/** Does what may throw, so that nothing of it reaches the page's own code. */
export const attempt = (act: () => void): void => {
	try {
		act();
	} catch (fault) {
		warn("not sent", fault);
	}
};
