/** Rejects with `error` if the work takes longer; the work continues and its outcome is ignored. */
export const withTimeout = <Result>(
	ms: number,
	error: Error,
	work: Promise<Result>,
): Promise<Result> =>
	new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(error), Math.max(0, ms));
		work.then(resolve, reject).finally(() => clearTimeout(timer));
	});
