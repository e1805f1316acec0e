import { startApi } from "@footfall/api";

const quiet = { info: () => {}, warn: () => {}, error: console.error };

/** The API over a store: its URL, the owner's request headers, and `ask`, which resolves to a response's text. */
export const openApi = async (store, database) => {
	const api = await startApi({
		listen: { host: "127.0.0.1", port: 0 },
		database,
		store,
		deleteEvents: async () => {},
		erasePerson: async () => {},
		destinations: { check: async () => "", columns: [], policy: { privateNetworks: false } },
		sourceMaps: { files: { removeSite: async () => {}, remove: async () => {} } },
		secret: "the secret of a benchmark, long enough to sign",
		internalToken: "the internal token of a benchmark",
		disableSignup: true,
		owner: { email: "owner@example.com", password: "correct horse battery" },
		logger: quiet,
	});
	const headers = {
		authorization: `Bearer ${api.firstStart.apiKey}`,
		"content-type": "application/json",
	};
	const origin = `http://127.0.0.1:${api.port}`;
	const ask = async (path, body) => {
		const response = await fetch(origin + path, {
			headers,
			...(body && { method: "POST", body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (response.status !== 200) throw new Error(`${path} → ${response.status} ${text}`);
		return text;
	};
	/** Resolves to the site's number. */
	const addSite = async (name) => {
		const organization = JSON.parse(await ask("/api/organizations"));
		const path = `/api/organizations/${organization[0].id}/sites`;
		const answer = await ask(path, { domain: `site-${name}.example.com`, name: `Site ${name}` });
		return JSON.parse(answer).siteId;
	};
	return { origin, headers, ask, addSite, close: () => api.close() };
};
