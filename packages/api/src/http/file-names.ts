import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The files in a directory and below it, as `/assets/app.js`; none if the directory does not exist. */
export const fileNamesIn = (directory: string): string[] => {
	try {
		return readdirSync(directory, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map(({ parentPath, name }) => join(parentPath, name).slice(directory.length))
			.map((name) => name.replaceAll("\\", "/").replace(/^\/?/, "/"));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
		throw error;
	}
};
