import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pinnedSources } from "@footfall/gateway/pinned-scripts";
import { scriptAddress } from "@footfall/gateway/script-address";

/** Stores the built scripts for later releases: a gateway must serve pinned scripts that it never built. */

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const directory = at("../packages/gateway/released-scripts");

mkdirSync(directory, { recursive: true });
for (const { name, source } of pinnedSources(at("../packages/tracker/dist"))) {
	const { fileName, integrity } = scriptAddress(source);
	writeFileSync(join(directory, fileName), source);
	console.log(`${name}: ${fileName} ${integrity}`);
}
