import { serveFrom } from "./api.ts";
import { eventStore } from "./event-store.ts";
import { loadInto } from "./loader.ts";
import { replayObjects } from "./replay-objects.ts";
import type { Role } from "./role.ts";

/** Everything behind the gateway in one process: loader, store and api. The embedded store allows no other way. */
export const backend: Role = async (configuration, log) => {
	const store = await eventStore(configuration);
	const objects = replayObjects(configuration, log);
	const loading = loadInto(store, objects, configuration, log);
	const listen = { socketPath: configuration.socketPath };
	const serving = await serveFrom(store, objects, configuration, listen, log);
	return {
		announcement: serving.announcement,
		close: async () => {
			await serving.close();
			await loading.close();
			await store.close();
		},
	};
};
