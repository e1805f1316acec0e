import { open } from "node:fs/promises";

/** Makes the content of a file, or the names in a directory, survive a power cut. */
export const syncPath = async (path: string): Promise<void> => {
	const handle = await open(path, "r");
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
};
