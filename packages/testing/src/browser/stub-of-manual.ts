import { readFile } from "node:fs/promises";

const manual = new URL("../../../../docs/script-tag.md", import.meta.url);

/** The stub that the manual recommends for early calls. */
export const stubOfManual = async (): Promise<string> => {
	const [, code] =
		/<script>\s*(window\.footfall =.*?)<\/script>/s.exec(await readFile(manual, "utf8")) ?? [];
	if (code === undefined) throw new Error("The manual has no stub");
	return code;
};
