import { createHash } from "node:crypto";
import { eventually } from "../eventually.ts";
import { browserHeaders } from "../gateway/beacon.ts";
import { signIn } from "../product/accounts-client.ts";
import type { Product } from "../product/product.ts";

const USER = "anna@example.com";

const authorization = ({ apiKey }: Product) => ({ authorization: `Bearer ${apiKey}` });

const posted = async (product: Product, path: string, body: object, headers = {}) => {
	const response = await fetch(product.url + path, {
		method: "POST",
		headers: { ...browserHeaders, ...authorization(product), ...headers },
		body: JSON.stringify(body),
	});
	if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
	return response;
};

/** An owner's data besides events: a session of a signed-in person, a goal, a user with traits, a recording. */
export const fillProduct = async (product: Product, email: string): Promise<{ cookie: string }> => {
	const json = { "content-type": "application/json" };
	const site = `/api/sites/${product.siteId}`;
	const { cookie } = await signIn(product.url, { email, password: product.password });
	await fetch(`${product.url}${site}/config`, {
		method: "PUT",
		headers: { ...authorization(product), ...json },
		body: JSON.stringify({ sessionReplay: true }),
	});
	const goal = { name: "Signed up", goalType: "path", config: { pathPattern: "/welcome" } };
	await posted(product, `${site}/goals`, goal, json);
	await posted(product, "/api/identify", {
		...{ site_id: product.siteId, user_id: USER, is_new_identify: true },
		traits: { plan: "pro", seats: 3 },
	});
	const view = { type: "pageview", site_id: product.siteId, hostname: "shop.test" };
	await posted(product, "/api/track", { ...view, pathname: "/welcome", user_id: USER });
	const recording = {
		userId: USER,
		metadata: { pageUrl: "https://shop.test/welcome" },
		events: [0, 1].map((number) => ({ type: 3, timestamp: Date.now() + number, data: { number } })),
	};
	await eventually(
		async () =>
			(await posted(product, `/api/session-replay/record/${product.siteId}`, recording)).text(),
		// The gateway learns within a second that the site is recorded; until then the response has a message.
		(answer) => answer === '{"success":true}',
	);
	await eventually(
		async () => (await contentsOf(product, cookie))["user"],
		(user) => user?.includes('"seats":3') === true,
	);
	await eventually(
		async () => (await contentsOf(product, cookie))["recordings"],
		(recordings) => recordings !== "[]",
	);
	return { cookie };
};

const textOf = async (url: string, headers: Record<string, string>) => {
	const response = await fetch(url, { headers });
	const text = await response.text();
	return response.ok ? text : `${response.status} ${text}`;
};

/** Other requests that two versions of the product must answer identically. */
export const contentsOf = async (
	product: Product,
	cookie: string,
): Promise<Record<string, string>> => {
	const site = `/api/sites/${product.siteId}`;
	const session: unknown = JSON.parse(
		await textOf(`${product.url}/api/auth/get-session`, { cookie }),
	);
	const { user, session: own } = session as { user: { email: string }; session: { id: string } };
	const organizations = await product.get<{ id: string; name: string }[]>("/api/organizations");
	const { sites } = await product.get<{ sites: { id: string; domain: string; name: string }[] }>(
		`/api/organizations/${organizations[0]?.id}/sites`,
	);
	const { data: recordings } = await product.get<{ data: { session_id: string }[] }>(
		`${site}/session-replay/list`,
	);
	const recorded = await Promise.all(
		recordings.map(async ({ session_id }) => {
			const { events } = await product.get<{ events: object[] }>(
				`${site}/session-replay/${session_id}`,
			);
			return { session_id, events };
		}),
	);
	const profile = await textOf(
		`${product.url}${site}/users/${encodeURIComponent(USER)}`,
		authorization(product),
	);
	const { data: goals } = await product.get<{ data: { name: string; config: object }[] }>(
		`${site}/goals`,
	);
	return {
		session: JSON.stringify([user.email, own.id]),
		organizations: JSON.stringify(organizations.map(({ id, name }) => [id, name])),
		sites: JSON.stringify(sites.map(({ id, domain, name }) => [id, domain, name])),
		recordings: JSON.stringify(recorded),
		user: /"traits":\{[^}]*\}/.exec(profile)?.[0] ?? profile,
		goals: JSON.stringify(goals.map(({ name, config }) => [name, config])),
	};
};

/** The digests of scripts that pages have pinned, by their paths. */
export const digestsOf = async (
	{ url }: Product,
	paths: readonly string[],
): Promise<Record<string, string>> => {
	const digest = async (path: string) => {
		const response = await fetch(url + path);
		if (!response.ok) return String(response.status);
		return createHash("sha256")
			.update(Buffer.from(await response.arrayBuffer()))
			.digest("hex");
	};
	return Object.fromEntries(
		await Promise.all(paths.map(async (path) => [path, await digest(path)] as const)),
	);
};

/** The paths of the scripts that pages can pin currently. */
export const pinnedPaths = async ({ url }: Product): Promise<string[]> => {
	const { scripts } = (await (await fetch(`${url}/api/script.json`)).json()) as {
		scripts: { path: string }[];
	};
	return scripts.map(({ path }) => path);
};
