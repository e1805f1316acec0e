import { apiHealth } from "../health/api-health.ts";
import { healthPaths } from "../health/health-paths.ts";
import { startHealthServer } from "../health/health-server.ts";
import { loaderHealth } from "../health/loader-health.ts";
import { watchStore } from "../storage/event-store.ts";
import { openReplayObjects } from "../storage/replay-objects.ts";
import { serveFrom } from "./api-role.ts";
import { loadInto } from "./loader-role.ts";
import { openingStore } from "./opening-store.ts";
import type { ProcessRole } from "./role.ts";

/** Everything behind the gateway in one process: loader, store and api. The embedded store allows no other way. */
export const backendRole: ProcessRole = async (configuration, log) => {
	const opening = openingStore(configuration, log);
	const loaderPart = loaderHealth();
	const apiPart = apiHealth();
	const paths = healthPaths({
		checks: { store: opening.check, ...loaderPart.checks, ...apiPart.checks },
		figures: loaderPart.figures,
		measure: (registry) => {
			loaderPart.measure(registry);
			apiPart.measure(registry);
		},
		metricsToken: configuration.METRICS_TOKEN,
		log,
	});
	const healthServer = await startHealthServer(paths, configuration, log);
	const store = await opening.open();
	const objects = openReplayObjects(configuration, log);
	const damage = watchStore(store, configuration, log);
	opening.watched(damage);
	const loading = loadInto(store, objects, configuration, log, loaderPart);
	const serving = await serveFrom({ store, damage }, objects, configuration, log, {
		listen: { socketPath: configuration.socketPath },
		// `/ready` and `/metrics` behind the gateway are the gateway's own.
		answerFirst: (request, response) => {
			apiPart.count(request, response);
			return false;
		},
		opened: apiPart.opened,
	});
	return {
		state: serving.state,
		close: async () => {
			paths.close();
			await serving.close();
			await loading.close();
			await damage.close();
			await store.close();
			await healthServer.close();
		},
	};
};
