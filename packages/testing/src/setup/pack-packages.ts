import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Packs the packages as they are published, for the tests of installations. */
export default () => {
	const pack = fileURLToPath(new URL("../../../../scripts/pack-packages.mjs", import.meta.url));
	const { status } = spawnSync(process.execPath, [pack], { stdio: "inherit" });
	if (status !== 0) throw new Error("The packages could not be made");
};
