import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** The product's version, from the first manifest that has one. */
export const productVersion = (): string => {
	for (const name of ["package.json", "packages/server/package.json"]) {
		const { version } = JSON.parse(readFileSync(ROOT + name, "utf8")) as { version?: string };
		if (version !== undefined) return version;
	}
	throw new Error("No manifest says the product's version");
};
