/** The result, or `undefined` if the file is gone: other processes remove what is processed. */
export const unlessMissing = <Result>(work: () => Result): Result | undefined => {
	try {
		return work();
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
};
