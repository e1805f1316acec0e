import { type ApiOptions, erasePerson, startApi } from "@footfall/api";
import { importedEvents } from "@footfall/gateway/imported-event";
import { deleteSite, type EventStore, type ReplayObjects } from "@footfall/store";
import type { Logger } from "pino";
import type { Configuration } from "../configuration.ts";
import { accountsLocation } from "./accounts-location.ts";
import { eventStore, needsSharedStore } from "./event-store.ts";
import { replayObjects } from "./replay-objects.ts";
import type { Role, Running } from "./role.ts";

/** Answers from `store` and the accounts until it is closed. */
export const serveFrom = async (
	store: EventStore,
	objects: ReplayObjects | undefined,
	configuration: Configuration,
	listen: ApiOptions["listen"],
	log: Logger,
): Promise<Running> => {
	const { accounts, internalToken } = configuration.secrets();
	const running = await startApi({
		listen,
		database: accountsLocation(configuration),
		store,
		replayObjects: objects,
		deleteEvents: (site) => deleteSite(store, site),
		erasePerson: (site, user) => erasePerson(store, site, user),
		importedEvents,
		secret: accounts,
		internalToken,
		baseUrl: configuration.BASE_URL,
		disableSignup: configuration.DISABLE_SIGNUP,
		mail: configuration.SMTP_URL
			? { smtpUrl: configuration.SMTP_URL, from: configuration.MAIL_FROM }
			: undefined,
		keyRequestsPerMinute: configuration.API_KEY_REQUESTS_PER_MINUTE,
		owner: { email: configuration.ADMIN_EMAIL, password: configuration.ADMIN_PASSWORD },
		logger: log,
	});
	const { firstSite, firstStart } = running;
	return {
		announcement: { ...(firstSite && { siteId: firstSite.id }), ...(firstStart && { firstStart }) },
		close: running.close,
	};
};

/** The api alone, beside a ClickHouse server. */
export const api: Role = async (configuration, log) => {
	needsSharedStore(configuration, "api");
	const store = await eventStore(configuration);
	const listen = { host: configuration.HOST, port: configuration.PORT };
	const objects = replayObjects(configuration, log);
	const serving = await serveFrom(store, objects, configuration, listen, log);
	return {
		announcement: serving.announcement,
		close: async () => {
			await serving.close();
			await store.close();
		},
	};
};
