import { rollup } from "rollup";
import { loadConfigFile } from "rollup/loadConfigFile";

let built: Promise<Map<string, string>> | undefined;

const build = async () => {
	const { options } = await loadConfigFile(
		new URL("../../rollup.config.mjs", import.meta.url).pathname,
		{ silent: true },
	);
	const files = new Map<string, string>();
	for (const entry of options) {
		const bundle = await rollup(entry);
		for (const target of entry.output) {
			const { output } = await bundle.generate(target);
			for (const file of output) if (file.type === "chunk") files.set(file.fileName, file.code);
		}
		await bundle.close();
	}
	return files;
};

/** The tracker's files by name as they ship, built from the sources as they are now. */
export const builtTracker = (): Promise<Map<string, string>> => {
	built ??= build();
	return built;
};
