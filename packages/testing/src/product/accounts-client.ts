import { pause } from "@footfall/shared/waiting/pause";

/** Acknowledged changes by kind; the values must be found again. */
export interface AccountsLedger {
	organizations: Set<string>;
	/** The site's number → its organization. */
	sites: Map<number, string>;
	/** The site's number → the last name in its configuration. */
	names: Map<number, string>;
	keys: Set<string>;
	members: Set<string>;
	/** `goal 1`, `segment 2` … */
	definitions: Set<string>;
}

interface Api {
	url: string;
	headers: Record<string, string>;
}

/** Signs in and returns the headers of the session. */
export const signIn = async (url: string, account: { email: string; password: string }) => {
	const answer = await fetch(`${url}/api/auth/sign-in/email`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(account),
	});
	if (answer.status !== 200) throw new Error(`Sign-in: ${answer.status} ${await answer.text()}`);
	return { cookie: answer.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "" };
};

/** The response to an acknowledged change; undefined if there was no response, or an unavailable one. */
const change = async <Answer>(
	{ url, headers }: Api,
	method: string,
	path: string,
	body: object,
): Promise<Answer | undefined> => {
	const answer = await fetch(url + path, {
		method,
		headers: { "content-type": "application/json", ...headers },
		body: JSON.stringify(body),
	}).catch(() => undefined);
	if (answer?.ok)
		return answer.json().then(
			(json) => json as Answer,
			() => undefined,
		);
	if (answer && answer.status < 500)
		throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
	return undefined;
};

/**
 * Creates organizations, each with a site and its data, one change after the other, until stopped; after an
 * unacknowledged change it starts the next organization.
 */
export const changeAccounts = (api: Api) => {
	const ledger: AccountsLedger = {
		organizations: new Set(),
		sites: new Map(),
		names: new Map(),
		keys: new Set(),
		members: new Set(),
		definitions: new Set(),
	};
	let isStopped = false;

	const tell = async (number: number): Promise<boolean> => {
		const organization = await change<{ id: string }>(
			api,
			"POST",
			"/api/auth/organization/create",
			{ name: `Organization ${number}`, slug: `organization-${number}` },
		);
		if (!organization) return false;
		ledger.organizations.add(organization.id);
		const home = `/api/organizations/${organization.id}`;
		const site = await change<{ siteId: number }>(api, "POST", `${home}/sites`, {
			domain: `site-${number}.example.com`,
			name: "As made",
		});
		if (!site) return false;
		ledger.sites.set(site.siteId, organization.id);
		const at = `/api/sites/${site.siteId}`;
		const name = `Renamed ${number}`;
		if (!(await change(api, "PUT", `${at}/config`, { name, excludedIPs: ["192.0.2.1"] })))
			return false;
		ledger.names.set(site.siteId, name);
		const key = await change<{ key: string }>(api, "POST", `${home}/api-keys`, { name });
		if (!key) return false;
		ledger.keys.add(key.key);
		const goal = { name, goalType: "path", config: { pathPattern: "/thanks" } };
		const made = await change<{ goalId: number }>(api, "POST", `${at}/goals`, goal);
		if (!made) return false;
		ledger.definitions.add(`goal ${made.goalId}`);
		const filters = [{ parameter: "country", type: "equals", value: ["NL"] }];
		const segment = await change<{ segmentId: number }>(api, "POST", `${at}/segments`, {
			name,
			filters,
		});
		if (!segment) return false;
		ledger.definitions.add(`segment ${segment.segmentId}`);
		const email = `member-${number}@example.com`;
		const account = { email, password: "correct horse", role: "member" };
		if (!(await change(api, "POST", `${home}/users`, account))) return false;
		ledger.members.add(email);
		return true;
	};

	const telling = (async () => {
		for (let number = 0; !isStopped; number++)
			// When nothing listens, a connection is refused at once.
			if (!(await tell(number))) await pause(50);
	})();
	return {
		ledger,
		stop: async () => {
			isStopped = true;
			await telling;
		},
	};
};
