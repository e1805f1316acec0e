import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useWording } from "../../i18n/language.ts";
import type { Language } from "../../i18n/languages.ts";
import type { Address } from "../../router/address.ts";
import type { Viewer } from "../../router/viewer.ts";
import { SkeletonBlock } from "../../ui/card-state.tsx";
import { watchLeaving } from "./leaving.ts";
import { NotLoaded } from "./not-loaded.tsx";
import { whenStyled } from "./when-styled.ts";

/** The input of a page's first queries, before it is rendered. */
export interface PageView {
	site: { id: string };
	viewer: Viewer;
	address: Address;
	timeZone: string;
	/** ms since the epoch. */
	now: number;
	locale: string;
}

interface PageChunk {
	default: ComponentType;
	/** Sends the page's first queries before it is known who the viewer is. */
	prefetch?(view: PageView): void;
}

/** Loads a page and its texts when it is first opened. */
export type PageLoader = (language: Language) => Promise<PageChunk>;

const loaded = new Map<PageLoader, ComponentType>();

/** Shows a page once its chunk is loaded, or why it could not be loaded. */
export const LazyPage = ({ load }: { load: PageLoader }) => {
	const { language } = useWording();
	const [, redraw] = useState({});
	const [failure, setFailure] = useState<unknown>();
	const Page = loaded.get(load);
	useEffect(() => {
		let isHere = true;
		const unwatch = watchLeaving();
		load(language).then(
			async (module) => {
				unwatch();
				await whenStyled();
				loaded.set(load, module.default);
				if (isHere) redraw({});
			},
			(error: unknown) => isHere && setFailure(error ?? new Error("A page was not loaded")),
		);
		return () => {
			isHere = false;
			unwatch();
		};
	}, [load, language]);
	const waiting = <SkeletonBlock height={30} />;
	if (failure) return <NotLoaded failure={failure}>{waiting}</NotLoaded>;
	return Page ? <Page /> : waiting;
};
