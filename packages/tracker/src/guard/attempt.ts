/** Shows a hint about wrong usage in the console. */
export const warn = (what: string, about: unknown): void =>
	console.warn(`footfall: ${what}`, about);

/** The result of code that may throw; nothing if it does. */
export const quietly = <Result>(act: () => Result): Result | undefined => {
	try {
		return act();
	} catch {
		// The result is undefined.
	}
};

/** Runs code that may throw, so that no error reaches the page's own code. */
export const attempt = (act: () => void): void => {
	try {
		act();
	} catch (fault) {
		warn("not sent", fault);
	}
};
