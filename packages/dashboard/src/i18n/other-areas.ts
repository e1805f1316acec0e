/** The texts of the other areas, in each language; they are loaded with their pages. */
export const OTHER_AREAS = {
	activity: { en: () => import("./en/activity.ts"), de: () => import("./de/activity.ts") },
	alerts: { en: () => import("./en/alerts.ts"), de: () => import("./de/alerts.ts") },
	around: { en: () => import("./en/around.ts"), de: () => import("./de/around.ts") },
	behaviour: { en: () => import("./en/behaviour.ts"), de: () => import("./de/behaviour.ts") },
	changes: { en: () => import("./en/changes.ts"), de: () => import("./de/changes.ts") },
	destinations: {
		en: () => import("./en/destinations.ts"),
		de: () => import("./de/destinations.ts"),
	},
	entry: { en: () => import("./en/entry.ts"), de: () => import("./de/entry.ts") },
	explore: { en: () => import("./en/explore.ts"), de: () => import("./de/explore.ts") },
	factor: { en: () => import("./en/factor.ts"), de: () => import("./de/factor.ts") },
	lists: { en: () => import("./en/lists.ts"), de: () => import("./de/lists.ts") },
	live: { en: () => import("./en/live.ts"), de: () => import("./de/live.ts") },
	people: { en: () => import("./en/people.ts"), de: () => import("./de/people.ts") },
	quality: { en: () => import("./en/quality.ts"), de: () => import("./de/quality.ts") },
	settings: { en: () => import("./en/settings.ts"), de: () => import("./de/settings.ts") },
	sharing: { en: () => import("./en/sharing.ts"), de: () => import("./de/sharing.ts") },
	start: { en: () => import("./en/start.ts"), de: () => import("./de/start.ts") },
	transfer: { en: () => import("./en/transfer.ts"), de: () => import("./de/transfer.ts") },
};
