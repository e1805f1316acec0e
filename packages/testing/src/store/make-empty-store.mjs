import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

/**
 * Makes an event store with its tables in the directory of the first argument, from the sources. Run as a process of
 * its own: an engine that is open already lets no second store be opened beside it.
 */

const conditions = ["source", "node", "default"];
const { module } = await runnerImport(
	fileURLToPath(new URL("../../../store/src/index.ts", import.meta.url)),
	{
		configFile: false,
		logLevel: "error",
		ssr: { noExternal: [/^@footfall\//], resolve: { conditions, externalConditions: conditions } },
	},
);
const store = module.openStore({ directory: process.argv[2] });
await module.migrateStore(store);
await store.close();
