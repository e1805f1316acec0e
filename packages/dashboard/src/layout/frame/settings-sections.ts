/** The sections of a site's settings, by their path, in the groups of the menu. */
export const SECTION_GROUPS = [
	[
		"site",
		"tracking",
		"snippet",
		"exclusions",
		"money",
		"clients",
		"rules",
		"schemas",
		"source-maps",
	],
	["sharing", "mails", "segments", "annotations"],
	["imports", "exports", "delete"],
] as const;
export type SettingsSection = (typeof SECTION_GROUPS)[number][number];

const SECTIONS: readonly SettingsSection[] = SECTION_GROUPS.flat();

/** The section of a path; the first one for an unknown path. */
export const sectionOf = (rest: readonly string[]): SettingsSection =>
	SECTIONS.find((section) => section === rest[0]) ?? "site";

/** Visitors and members may not delete. */
export const shownGroups = (mayConfigure: boolean): readonly (readonly SettingsSection[])[] =>
	SECTION_GROUPS.map((group) => group.filter((section) => mayConfigure || section !== "delete"));
