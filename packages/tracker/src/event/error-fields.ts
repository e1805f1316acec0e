/** Name, message and stack of any thrown value, whose getters may throw too. `said` replaces a missing message. */
export const describeError = (
	thrown: unknown,
	said?: string,
): [name: string, message: string, stack: string] => {
	try {
		const { name, message = said ?? thrown, stack } = Object(thrown);
		// By reference: the minifier turns a call into a concatenation, which fails for symbols.
		return [name || "Error", message, stack || ""].map(String) as [string, string, string];
	} catch {
		return ["Error", `unreadable ${typeof thrown}`, ""];
	}
};

/** An error's properties: of what the server does not take, the end is missing. */
export const errorFields = (message: string, stack: string): object => ({
	message: message.slice(0, 500),
	stack: stack.slice(0, 2000) || undefined,
});
