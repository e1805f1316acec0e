import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const dist = fileURLToPath(new URL("../../../tracker/dist/", import.meta.url));

/** The tracker's shipped files by name; `build-product.ts` has built them from the current sources. */
export const builtTracker = async (): Promise<Map<string, string>> => {
	const names = (await readdir(dist)).filter((name) => name.endsWith(".js"));
	return new Map(
		await Promise.all(
			names.map(async (name) => [name, await readFile(`${dist}${name}`, "utf8")] as const),
		),
	);
};
