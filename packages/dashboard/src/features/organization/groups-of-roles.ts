/** The roles that a group can give, highest first. */
export const ROLES = ["admin", "member", "viewer"] as const;
type Role = (typeof ROLES)[number];

/** Names of groups may contain commas. */
const SEPARATOR = ";";

/** The groups of each role as text, separated by semicolons. */
export const groupsOf = (roles: Readonly<Record<string, Role>>): Record<Role, string> => {
	const textOf = (wanted: Role) =>
		Object.entries(roles)
			.flatMap(([group, role]) => (role === wanted ? [group] : []))
			.join(`${SEPARATOR} `);
	return { admin: textOf("admin"), member: textOf("member"), viewer: textOf("viewer") };
};

/** The role of each group; a group that is named twice gives the higher one. */
export const rolesOf = (groups: Readonly<Record<Role, string>>): Record<string, Role> =>
	Object.fromEntries(
		[...ROLES].reverse().flatMap((role) =>
			groups[role]
				.split(SEPARATOR)
				.map((group) => group.trim())
				.filter((group) => group !== "")
				.map((group) => [group, role] as const),
		),
	);
