/** A promise and the functions that settle it. Node has `Promise.withResolvers` only from 22 on. */
export interface Deferred {
	promise: Promise<void>;
	resolve(): void;
	reject(error: unknown): void;
}

export const deferred = (): Deferred => {
	let resolve: Deferred["resolve"] = () => undefined;
	let reject: Deferred["reject"] = () => undefined;
	const promise = new Promise<void>((onResolved, onRejected) => {
		resolve = onResolved;
		reject = onRejected;
	});
	return { promise, resolve, reject };
};
