import { CALLERS, POLICIES, ROUTES } from "./access-table.ts";

const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

/** The paths of some routes, with each method named once before its paths. */
const routesByMethod = (routes: readonly string[]): string =>
	routes
		.map((route, index) => {
			const [method = "", path = ""] = route.split(" ");
			const isRepeated = routes[index - 1]?.startsWith(`${method} `);
			return isRepeated ? `\`${path}\`` : `**${method}** \`${path}\``;
		})
		.join("<br>");

const INTRODUCTION = `# Access

The tests generate this page and check every line over HTTP. [API](api.md#keys) describes keys and sign-in.

- **401**: no valid credential. **403**: not permitted. **200**: permitted; the handler may still refuse the request.
- *private link*: the key of one of the site's links in \`x-private-key\` or \`?private_key=\`. On a public site everyone counts as a visitor.
  Visitors see [pseudonyms](privacy.md#who-sees-people) instead of users. A link
  [limited to areas](api.md#what-a-private-link-shows) gets 403 for reports of others.
- *viewer*, *member*, *admin*, *owner*: signed in, or with an unlimited personal key. A viewer reads what a member reads and
  changes nothing but their own account. Members and viewers can access the sites granted to them or
  to their teams and, unless they are restricted, sites without a team. Other sites answer 403 and are left out of
  \`/usage\`, \`org-event-count\`, \`sites/overview\` and the lists of sites.
- *other organization*: signed in, but a member elsewhere only.
- *organization key*: has an administrator's rights in its organization, but is not a person.
- *key with the scope*: a personal key of an owner, limited to the scope in the line.
- **Keys**: any valid API key in the \`Authorization\` header, also one of a member or an administrator. \`/api/mcp\` calls the
  routes above as that key, so each [tool](assistants.md#tools) is permitted as its route is.
- **Administrators of the instance**: the system admin, signed in or with an unlimited personal key.
- *system admin*: the first account of the instance; not a member here.
- Keys that a viewer makes can only read.
- Members change and delete only their own annotations, segments, saved questions and boards. Administrators also create and change those of the
  whole organization. Only owners appoint owners.
`;

/** The document that lists who may call which route, in Markdown. */
export const accessDocument = (authOperations: {
	visitors: readonly string[];
	signedIn: readonly string[];
}): string =>
	[
		INTRODUCTION,
		"## Callers\n",
		row(["", ...CALLERS]),
		row(["---", ...CALLERS.map(() => "---")]),
		...Object.entries(POLICIES).map(([name, statuses]) =>
			row([`**${name}**`, ...statuses.split(" ")]),
		),
		"\n## Routes\n",
		row(["Who", "Scope of a limited key", "Routes"]),
		row(["---", "---", "---"]),
		...ROUTES.map(({ policy, scope, routes }) =>
			row([policy, scope ?? "", routesByMethod(routes)]),
		),
		row(["Anyone", "", routesByMethod(authOperations.visitors)]),
		row(["Signed in", "", routesByMethod(authOperations.signedIn)]),
		"",
	].join("\n");
