import type { Language } from "./language.ts";
import { useWording } from "./language.ts";

/** The texts of an area of pages, in each language; they come with the pages. */
const LOADERS = {
	en: {
		around: () => import("./en/around.ts"),
		behaviour: () => import("./en/behaviour.ts"),
		lists: () => import("./en/lists.ts"),
		live: () => import("./en/live.ts"),
		people: () => import("./en/people.ts"),
		quality: () => import("./en/quality.ts"),
		reports: () => import("./en/reports.ts"),
		settings: () => import("./en/settings.ts"),
		sharing: () => import("./en/sharing.ts"),
		transfer: () => import("./en/transfer.ts"),
	},
	de: {
		around: () => import("./de/around.ts"),
		behaviour: () => import("./de/behaviour.ts"),
		lists: () => import("./de/lists.ts"),
		live: () => import("./de/live.ts"),
		people: () => import("./de/people.ts"),
		quality: () => import("./de/quality.ts"),
		reports: () => import("./de/reports.ts"),
		settings: () => import("./de/settings.ts"),
		sharing: () => import("./de/sharing.ts"),
		transfer: () => import("./de/transfer.ts"),
	},
};
export type Area = keyof (typeof LOADERS)["en"];
type AreaWords<Name extends Area> = Awaited<ReturnType<(typeof LOADERS)["en"][Name]>>["words"];

const loaded: { [Name in Area]?: Partial<Record<Language, AreaWords<Name>>> } = {};

/** Fetches the texts of an area. Without the chunk of its language the area stays in English, which is better than none. */
export const loadArea = async <Name extends Area>(
	area: Name,
	language: Language,
): Promise<void> => {
	const there: Partial<Record<Language, object>> = loaded[area] ?? {};
	loaded[area] = there as (typeof loaded)[Name];
	if (there[language]) return;
	const load = async (from: Language) => {
		there[from] ??= (await LOADERS[from][area]()).words;
	};
	await load(language).catch(() => load("en"));
};

/** The texts of an area. The page names the area where it is loaded, so they are there before it is drawn. */
export const useAreaWords = <Name extends Area>(area: Name): AreaWords<Name> => {
	const { language } = useWording();
	const there: Partial<Record<Language, AreaWords<Name>>> | undefined = loaded[area];
	const words = there?.[language] ?? Object.values(there ?? {})[0];
	if (!words) throw new Error(`The texts of ${area} are not loaded with this page`);
	return words as AreaWords<Name>;
};
