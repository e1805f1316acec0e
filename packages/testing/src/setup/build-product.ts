import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Journeys run the built product and browsers the built tracker, so they are built before the first of them. */
export default () => {
	const build = fileURLToPath(new URL("../../../../scripts/build.mjs", import.meta.url));
	const { status } = spawnSync(process.execPath, [build], { stdio: "inherit" });
	if (status !== 0) throw new Error("The product could not be built");
};
