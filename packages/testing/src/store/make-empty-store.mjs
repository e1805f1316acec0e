import { runnerImport } from "vite";

/**
 * Creates an event store with its tables in the directory of the first argument, from the sources. Run as a separate
 * process: an engine that is already open does not allow a second store beside it.
 */

const { module } = await runnerImport("@footfall/store", {
	configFile: false,
	logLevel: "error",
	environments: { inline: { resolve: { conditions: ["source"], noExternal: [/^@footfall\//] } } },
});
const store = module.openStore({ directory: process.argv[2] });
await module.migrateStore(store);
await store.close();
