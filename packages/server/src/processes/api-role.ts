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
import { accountsLocation } from "../storage/accounts-location.ts";
import { damageWatch, needsSharedStore } from "../storage/event-store.ts";
import { replayObjects } from "../storage/replay-objects.ts";
import { openingStore } from "./opening-store.ts";
import type { Role, Running } from "./role.ts";

interface Serving extends Required<Pick<ApiOptions, "listen" | "answerFirst">> {
	/** Called with a look at the accounts once they are open. */
	opened(check: Check): void;
}

/** Answers from `store` and the accounts until it is closed. */
export const serveFrom = async (
	{ store, damage }: { store: EventStore; damage: DamageWatch },
	objects: ReplayObjects | undefined,
	configuration: Configuration,
	log: Logger,
	{ listen, answerFirst, opened }: Serving,
): Promise<Running & { port: number }> => {
	const { accounts, internalToken } = configuration.secrets();
	const running = await startApi({
		listen,
		database: accountsLocation(configuration),
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
		announcement: { ...(firstSite && { siteId: firstSite.id }), ...(firstStart && { firstStart }) },
		close: running.close,
	};
};

/** The api alone, beside a ClickHouse server. */
export const api: Role = async (configuration, log) => {
	needsSharedStore(configuration, "api");
	const opening = openingStore(configuration, log);
	const health = apiHealth();
	const paths = healthPaths({
		checks: { store: opening.check, ...health.checks },
		measure: health.measure,
		metricsToken: configuration.METRICS_TOKEN,
		log,
	});
	const store = await opening.open();
	const objects = replayObjects(configuration, log);
	const damage = damageWatch(store, configuration, log);
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
		announcement: { ...serving.announcement, port: serving.port },
		close: async () => {
			paths.close();
			await serving.close();
			await damage.close();
			await store.close();
		},
	};
};
