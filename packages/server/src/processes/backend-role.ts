import { apiHealth } from "../health/api-health.ts";
import { healthPaths } from "../health/health-paths.ts";
import { startHealthServer } from "../health/health-server.ts";
import { loaderHealth } from "../health/loader-health.ts";
import { damageWatch } from "../storage/event-store.ts";
import { replayObjects } from "../storage/replay-objects.ts";
import { serveFrom } from "./api-role.ts";
import { loadInto } from "./loader-role.ts";
import { openingStore } from "./opening-store.ts";
import type { Role } from "./role.ts";

/** Everything behind the gateway in one process: loader, store and api. The embedded store allows no other way. */
export const backend: Role = async (configuration, log) => {
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
	const asked = await startHealthServer(paths, configuration, log);
	const store = await opening.open();
	const objects = replayObjects(configuration, log);
	const damage = damageWatch(store, configuration, log);
	opening.watched(damage);
	const loading = loadInto(store, objects, configuration, log, loaderPart);
	const serving = await serveFrom({ store, damage }, objects, configuration, log, {
		listen: { socketPath: configuration.socketPath },
		// Whoever asks through the gateway asks for the gateway's.
		answerFirst: (request, response) => {
			apiPart.count(request, response);
			return false;
		},
		opened: apiPart.opened,
	});
	return {
		announcement: serving.announcement,
		close: async () => {
			paths.close();
			await serving.close();
			await loading.close();
			await damage.close();
			await store.close();
			await asked.close();
		},
	};
};
