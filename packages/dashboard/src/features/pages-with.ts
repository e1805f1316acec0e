import { type Area, type AreaLoaders, loadArea } from "../i18n/areas.ts";
import type { PageLoader } from "../layout/lazy/lazy-page.tsx";

type Chunk = Awaited<ReturnType<PageLoader>>;

/** Creates page loaders: each fetches a page's chunk together with its texts. */
export const pagesWith =
	<Name extends Area>(texts: Readonly<Record<Name, AreaLoaders>>) =>
	(load: () => Promise<Chunk>, ...areas: Name[]): PageLoader =>
	async (language) => {
		const [chunk] = await Promise.all([
			load(),
			...areas.map((area) => loadArea(area, texts[area], language)),
		]);
		return chunk;
	};
