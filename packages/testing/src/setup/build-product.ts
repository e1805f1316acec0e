import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Journeys run the built product and browsers the built tracker, so both are built before the first test. */
export default () => {
	const build = fileURLToPath(new URL("../../../../scripts/build.mjs", import.meta.url));
	const { status } = spawnSync(process.execPath, [build], { stdio: "inherit" });
	if (status !== 0) throw new Error("The product could not be built");
};
