import { eventually } from "../eventually.ts";
import { sendBeacon } from "../gateway/beacon.ts";
import { signIn } from "../product/accounts-client.ts";

/** A running product with a month of example traffic; journeys share it, and change only sites of their own. */
export interface DashboardProduct {
	url: string;
	/** The 12-character id of the site in URLs. */
	siteId: string;
	organizationId: string;
	apiKey: string;
	owner: Account;
	/** The process id of the supervisor. */
	pid: number;
	dataDirectory: string;
}

export interface Account {
	email: string;
	password: string;
}

export interface MadeSite {
	id: string;
	siteId: number;
}

type Product = Pick<DashboardProduct, "url" | "apiKey" | "organizationId">;

/** Calls the API with the owner's key. @throws Error for any response but a success */
export const askProduct = async <Answer = unknown>(
	{ url, apiKey }: Pick<Product, "url" | "apiKey">,
	path: string,
	body?: object,
	method = body === undefined ? "GET" : "POST",
): Promise<Answer> => {
	const answer = await fetch(url + path, {
		method,
		headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	const text = await answer.text();
	if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
	return JSON.parse(text) as Answer;
};

/** Creates a site in the first organization. Gateways learn of its settings with the site. */
export const createSite = (
	product: Product,
	name: string,
	settings: object = {},
): Promise<MadeSite> => {
	const domain = `${name.toLowerCase().replaceAll(/\W+/g, "-")}.example`;
	const path = `/api/organizations/${product.organizationId}/sites`;
	return askProduct(product, path, { ...{ name, domain }, countAllHosts: true, ...settings });
};

/** Creates an account with a role in the first organization. */
export const createAccount = async (
	product: Product,
	role: "viewer" | "member" | "admin",
	name: string = role,
): Promise<Account> => {
	const account = { email: `${name}@example.com`, password: "correct horse battery" };
	const path = `/api/organizations/${product.organizationId}/users`;
	await askProduct(product, path, { ...account, name, role });
	return account;
};

/** A visitor's event, as the tracker sends it, through the gateway; resolves once the API shows it. */
export const sendVisit = async (
	product: Product,
	{ id }: Pick<MadeSite, "id">,
	event: Readonly<Record<string, unknown>>,
): Promise<void> => {
	const shown = async () => {
		const { data } = await askProduct<{ data: { pathname: string }[] }>(
			product,
			`/api/sites/${id}/events?page_size=200`,
		);
		return data.some(({ pathname }) => pathname === event["pathname"]);
	};
	const visit = { type: "pageview", hostname: "quill.example", site_id: id, ...event };
	// A gateway learns of a new site within seconds.
	await eventually(
		async () => (await sendBeacon(product.url, visit)).status,
		(status) => status === 200,
	);
	await eventually(shown, Boolean);
};

const cookies = new Map<string, Promise<{ cookie: string }>>();

/** Waits while the product's limit of sign-ins is exceeded. */
const signInWhenAdmitted = async (url: string, account: Account) => {
	const isRefused = (answer: unknown) =>
		answer instanceof Error && answer.message.includes(": 429 ");
	const answer = await eventually(
		() => signIn(url, account).catch((error: Error) => error),
		(one) => !isRefused(one),
	);
	if (answer instanceof Error) throw answer;
	return answer;
};

/** The session cookie of an account, as a browser keeps it. It signs in once: the product limits how often. */
export const sessionCookie = async (url: string, account: Account) => {
	const key = `${url} ${account.email}`;
	const session = cookies.get(key) ?? signInWhenAdmitted(url, account);
	cookies.set(key, session);
	const { cookie } = await session;
	const [name = "", ...value] = cookie.split("=");
	return { name, value: value.join("="), url };
};

/** Calls the API as a signed-in person. Throws if it refuses. */
export const askAs = async <Answer = unknown>(
	{ url, account }: { url: string; account: Account },
	path: string,
	body?: object,
	method = body === undefined ? "GET" : "POST",
): Promise<Answer> => {
	const { name, value } = await sessionCookie(url, account);
	const answer = await fetch(url + path, {
		method,
		headers: { "content-type": "application/json", cookie: `${name}=${value}` },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	const text = await answer.text();
	if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
	return JSON.parse(text) as Answer;
};
