import { CALLERS, POLICIES, ROUTES } from "./access-table.ts";

const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

/** The paths of some routes, each method named once before those that it applies to. */
const routesByMethod = (routes: readonly string[]): string =>
	routes
		.map((route, index) => {
			const [method = "", path = ""] = route.split(" ");
			const isRepeated = routes[index - 1]?.startsWith(`${method} `);
			return isRepeated ? `\`${path}\`` : `**${method}** \`${path}\``;
		})
		.join("<br>");

const INTRODUCTION = `# Access

The tests render this page from the table that they check every route against, over HTTP and for every kind of caller.
[API](api.md#keys) describes keys and sign-in.

- **401**: no valid credential. **403**: a valid one without the right. **200**: admitted; the handler may still refuse
  the request.
- *private link*: the site's key in \`x-private-key\` or \`?private_key=\`. On a public site everyone is a visitor, and
  every line of *Visitors* reads 200. Visitors see [pseudonyms](privacy.md#who-sees-people) instead of users.
- *member*, *admin*, *owner*: signed in, or with an unlimited personal key. Members have access to the sites that are
  granted to them or to their teams and, unless they are restricted, to sites without a team. Others answer 403, and
  \`/usage\`, \`org-event-count\` and the list of sites leave them out.
- *other organization*: signed in, but a member elsewhere only.
- *organization key*: has an administrator's rights in its organization, and is no person.
- *key with the scope*: a personal key of an owner, limited to the scope in the line.
- *system admin*: the first account of the instance; not a member here.
- Members change and delete only annotations and segments that they created. Administrators create and change those of a
  whole organization. Only owners make owners.
`;

/** The document of who may call what, in Markdown. */
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
