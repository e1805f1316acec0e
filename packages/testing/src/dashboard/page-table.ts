import { askProduct, type DashboardProduct } from "./dashboard-product.ts";

/** The parameters of pages' URLs besides the site. */
export interface PageSubjects {
	site: string;
	organization: string;
	goal: string;
	session: string;
	user: string;
}

/** A page of the dashboard, as visited by every check of all pages. */
export interface ListedPage {
	name: string;
	/** The path below the product's URL. */
	path(subjects: PageSubjects): string;
	/** For visitors who are not signed in. */
	isForNobody?: true;
}

const ofSite = (...paths: string[]): ListedPage[] =>
	paths.map((path) => ({
		name: path === "" ? "overview" : path,
		path: ({ site }) => `/${site}${path === "" ? "" : `/${path}`}`,
	}));

const SETTINGS = [
	"tracking",
	"snippet",
	"exclusions",
	"money",
	"clients",
	"schemas",
	"sharing",
	"mails",
	"segments",
	"annotations",
	"imports",
	"exports",
	"delete",
];
const ORGANIZATION = [
	"members",
	"channels",
	"invitations",
	"teams",
	"mails",
	"keys",
	"audit",
	"usage",
];

/** Every page, once. A page added here is checked for accessibility, widths and schemes, and has its pictures taken. */
export const LISTED_PAGES: readonly ListedPage[] = [
	{ name: "login", path: () => "/login", isForNobody: true },
	{ name: "welcome", path: ({ site }) => `/welcome?site=${site}` },
	{ name: "used link", path: () => "/welcome#used", isForNobody: true },
	{ name: "sites", path: () => "/sites" },
	...ofSite("", "live", "pages", "sources", "places", "devices"),
	...ofSite("events", "goals", "funnels", "journeys", "retention"),
	...ofSite("sessions", "users", "replays", "errors", "vitals", "bots", "settings"),
	...ofSite("explore", "boards", "boards/ready-shop"),
	...ofSite("alerts", "alerts/new", "settings/mails/new"),
	{
		name: "a question by day",
		path: ({ site }) => `/${site}/explore?metrics=sessions~users&dimensions=time:day`,
	},
	{
		name: "a question by hour of day",
		path: ({ site }) => `/${site}/explore?dimensions=hour_of_day`,
	},
	{ name: "an event with numbers", path: ({ site }) => `/${site}/events/purchase` },
	{ name: "goal", path: ({ site, goal }) => `/${site}/goals/${goal}` },
	{ name: "session", path: ({ site, session }) => `/${site}/sessions/${session}` },
	{ name: "user", path: ({ site, user }) => `/${site}/users/${encodeURIComponent(user)}` },
	...SETTINGS.map((part) => ({
		name: `settings ${part}`,
		path: ({ site }: PageSubjects) => `/${site}/settings/${part}`,
	})),
	...ORGANIZATION.map((part) => ({
		name: `organization ${part}`,
		path: ({ organization }: PageSubjects) => `/organization/${organization}/${part}`,
	})),
	{ name: "account", path: () => "/account" },
	{ name: "a filtered overview", path: ({ site }) => `/${site}?range=7d&f=country.is~DE~US` },
	{ name: "an overview of nothing", path: ({ site }) => `/${site}?f=country.is~AQ` },
	{ name: "no page", path: () => "/nowhere" },
	{ name: "no site", path: () => "/000000000000" },
	{ name: "a revoked link", path: ({ site }) => `/${site}/00000000dead`, isForNobody: true },
];

interface SessionRow {
	session_id: string;
	identified_user_id: string;
}

export const subjectsOf = async (product: DashboardProduct): Promise<PageSubjects> => {
	const { data } = await askProduct<{ data: SessionRow[] }>(
		product,
		`/api/sites/${product.siteId}/sessions?limit=1&identified_only=true`,
	);
	const goals = await askProduct<{ data: { goalId: number }[] }>(
		product,
		`/api/sites/${product.siteId}/goals`,
	);
	return {
		site: product.siteId,
		organization: product.organizationId,
		goal: String(goals.data[0]?.goalId ?? ""),
		session: data[0]?.session_id ?? "",
		user: data[0]?.identified_user_id ?? "",
	};
};
