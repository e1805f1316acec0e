/** The result, or `undefined` if a file does not exist: other processes may remove files at any time. */
export const unlessMissing = <Result>(work: () => Result): Result | undefined => {
	try {
		return work();
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
};
