import { type ApiOptions, startApi } from "@footfall/api";
import { importedEvents } from "@footfall/gateway/imported-event";
import {
	type DamageWatch,
	deleteSiteRows,
	type EventStore,
	erasePerson,
	type ReplayObjects,
} from "@footfall/store";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import { apiHealth } from "../health/api-health.ts";
import { type Check, healthPaths } from "../health/health-paths.ts";
import { requireSharedStore, watchStore } from "../storage/event-store.ts";
import { openReplayObjects } from "../storage/replay-objects.ts";
import { openingStore } from "./opening-store.ts";
import type { ProcessRole, RunningRole } from "./role.ts";

interface Serving extends Required<Pick<ApiOptions, "listen" | "answerFirst">> {
	/** Called with a check of the accounts once they are open. */
	opened(check: Check): void;
}

/** Answers from `store` and the accounts until it is closed. */
export const serveFrom = async (
	{ store, damage }: { store: EventStore; damage: DamageWatch },
	objects: ReplayObjects | undefined,
	configuration: Configuration,
	log: Logger,
	{ listen, answerFirst, opened }: Serving,
): Promise<RunningRole & { port: number }> => {
	const { accounts, internalToken } = configuration.secrets();
	const running = await startApi({
		listen,
		database: configuration.accounts,
		store,
		replayObjects: objects,
		deleteEvents: (site) => deleteSiteRows(store, site),
		erasePerson: (site, user) => erasePerson(store, site, user),
		importedEvents,
		storeHealth: damage.health,
		secret: accounts,
		internalToken,
		baseUrl: configuration.BASE_URL,
		disableSignup: configuration.DISABLE_SIGNUP,
		mail: configuration.SMTP_URL
			? { smtpUrl: configuration.SMTP_URL, from: configuration.MAIL_FROM }
			: undefined,
		keyRequestsPerMinute: configuration.API_KEY_REQUESTS_PER_MINUTE,
		owner: { email: configuration.ADMIN_EMAIL, password: configuration.ADMIN_PASSWORD },
		answerFirst,
		logger: log,
	});
	opened(running.checkAccounts);
	const { firstSite, firstStart } = running;
	return {
		port: running.port,
		state: { ...(firstSite && { siteId: firstSite.id }), ...(firstStart && { firstStart }) },
		close: running.close,
	};
};

/** The api alone, beside a ClickHouse server. */
export const apiRole: ProcessRole = async (configuration, log) => {
	requireSharedStore(configuration, "api");
	const opening = openingStore(configuration, log);
	const health = apiHealth();
	const paths = healthPaths({
		checks: { store: opening.check, ...health.checks },
		measure: health.measure,
		metricsToken: configuration.METRICS_TOKEN,
		log,
	});
	const store = await opening.open();
	const objects = openReplayObjects(configuration, log);
	const damage = watchStore(store, configuration, log);
	const serving = await serveFrom({ store, damage }, objects, configuration, log, {
		listen: { host: configuration.HOST, port: configuration.PORT },
		answerFirst: (request, response) => {
			if (paths.answer(request, response)) return true;
			health.count(request, response);
			return false;
		},
		opened: health.opened,
	});
	return {
		state: { ...serving.state, port: serving.port },
		close: async () => {
			paths.close();
			await serving.close();
			await damage.close();
			await store.close();
		},
	};
};
