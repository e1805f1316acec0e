import { sendAhead } from "./api/send.ts";
import { firstQueries } from "./features/overview/queries.ts";
import { languageOf, localeOf } from "./i18n/languages.ts";
import { preferencesNow } from "./layout/preference/preferences.ts";
import {
	firstTimeZone,
	parametersOf,
	presentMinute,
	sharedParametersOf,
} from "./layout/shared-parameters.ts";
import { addressOf } from "./router/address.ts";
import { currentPlace } from "./router/current-place.ts";
import { destinationOf } from "./router/destination.ts";
import { viewerHeaders, viewerOf } from "./router/viewer.ts";

const get = (path: string, headers: Record<string, string> = {}) =>
	sendAhead({ method: "GET", path, headers });

/**
 * Sends the requests that every page needs first, and the overview's queries, before the code that sends them has been
 * compiled. A request that does not match the later one is wasted but harmless.
 */
export const sendFirstRequests = (): void => {
	const { path, search } = currentPlace();
	const destination = destinationOf(path);
	// The cheap ones first: nothing is rendered until they are answered.
	get("/api/auth/get-session");
	if (destination.to !== "site") return;
	const { site, privateKey, page } = destination;
	const headers = viewerHeaders(viewerOf(privateKey));
	const base = `/api/sites/${encodeURIComponent(site)}`;
	get(base, headers);
	get(`${base}/viewer`, headers);
	if (page !== "overview") return;
	const address = addressOf(search);
	const now = presentMinute();
	const timeZone = firstTimeZone(site, address);
	const language = languageOf(preferencesNow().language, navigator.languages);
	const locale = localeOf(language, navigator.languages);
	const shared = sharedParametersOf({ address, now, timeZone, locale });
	const queries = firstQueries(address, { now, timeZone }).map((query, index) => ({
		id: String(index),
		report: query.report,
		parameters: parametersOf(shared, query),
	}));
	sendAhead({
		method: "POST",
		path: `${base}/reports`,
		headers: { "content-type": "application/json", ...headers },
		body: JSON.stringify({ questions: queries }),
	});
};
