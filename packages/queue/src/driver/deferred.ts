/** A promise and the functions that settle it (`Promise.withResolvers` needs Node 22). */
export interface Deferred {
	promise: Promise<void>;
	resolve(): void;
	reject(error: unknown): void;
}

export const createDeferred = (): Deferred => {
	let resolve: Deferred["resolve"] = () => undefined;
	let reject: Deferred["reject"] = () => undefined;
	const promise = new Promise<void>((onResolved, onRejected) => {
		resolve = onResolved;
		reject = onRejected;
	});
	return { promise, resolve, reject };
};
