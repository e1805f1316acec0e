/** The result, or `undefined` if a file is not there, or not any more: other processes remove some. */
export const unlessMissing = <Result>(work: () => Result): Result | undefined => {
	try {
		return work();
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
};
