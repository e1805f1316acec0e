import type { FIRST_AREAS } from "./first-areas.ts";
import { isolating } from "./isolated.ts";
import { useWording } from "./language.ts";
import type { Language } from "./languages.ts";
import type { OTHER_AREAS } from "./other-areas.ts";

type Areas = typeof FIRST_AREAS & typeof OTHER_AREAS;
export type Area = keyof Areas;
type AreaWords<Name extends Area> = Awaited<ReturnType<Areas[Name]["en"]>>["words"];

/** Fetches the texts of an area, by language. */
export type AreaLoaders = Readonly<Record<Language, () => Promise<{ words: object }>>>;

const loaded = new Map<Area, Partial<Record<Language, object>>>();

/** Fetches the texts of an area. Without the chunk of its language the area stays in English rather than blank. */
export const loadArea = async (
	area: Area,
	loaders: AreaLoaders,
	language: Language,
): Promise<void> => {
	const there = loaded.get(area) ?? {};
	loaded.set(area, there);
	if (there[language]) return;
	const load = async (from: Language) => {
		there[from] ??= isolating((await loaders[from]()).words);
	};
	await load(language).catch(() => load("en"));
};

/** The texts of an area. The page's loader names the area, so its texts are there before the first render. */
export const useAreaWords = <Name extends Area>(area: Name): AreaWords<Name> => {
	const { language } = useWording();
	const there = loaded.get(area);
	const words = there?.[language] ?? Object.values(there ?? {})[0];
	if (!words) throw new Error(`The texts of ${area} are not loaded with this page`);
	return words as AreaWords<Name>;
};
