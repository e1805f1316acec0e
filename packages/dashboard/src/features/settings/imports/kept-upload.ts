import type { ImportPlatform } from "./platforms.ts";

/** An upload that a reload of the page would interrupt, with the files it still needs. */
export interface KeptUpload {
	importId: string;
	site: string;
	platform: ImportPlatform;
	files: readonly File[];
	/** How many batches the API has received. */
	batchesSent: number;
}

const STORE = "uploads";

const answerTo = <Result>(request: IDBRequest<Result>): Promise<Result> =>
	new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error ?? new Error("The browser keeps nothing"));
	});

const withStore = async <Result>(
	mode: IDBTransactionMode,
	use: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> => {
	const opening = indexedDB.open("footfall", 1);
	opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "importId" });
	const database = await answerTo(opening);
	try {
		return await answerTo(use(database.transaction(STORE, mode).objectStore(STORE)));
	} finally {
		database.close();
	}
};

/** Stores an upload in this browser. Without enough storage, the files have to be chosen again after a reload. */
export const keepUpload = async (upload: KeptUpload): Promise<void> => {
	await withStore("readwrite", (store) => store.put(upload)).catch(() => {});
};

export const forgetUpload = async (importId: string): Promise<void> => {
	await withStore("readwrite", (store) => store.delete(importId)).catch(() => {});
};

/** The uploads that this browser has started and not finished. */
export const keptUploads = (): Promise<KeptUpload[]> =>
	withStore("readonly", (store) => store.getAll() as IDBRequest<KeptUpload[]>).catch(() => []);
