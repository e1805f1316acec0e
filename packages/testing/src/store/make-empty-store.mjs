import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

/**
 * Makes an event store with its tables in the directory of the first argument, from the sources. Run as a process of
 * its own: an engine that is open already lets no second store be opened beside it.
 */

const { module } = await runnerImport(
	fileURLToPath(new URL("../../../store/src/index.ts", import.meta.url)),
	{
		configFile: false,
		logLevel: "error",
		environments: { inline: { resolve: { conditions: ["source"], noExternal: [/^@footfall\//] } } },
	},
);
const store = module.openStore({ directory: process.argv[2] });
await module.migrateStore(store);
await store.close();
