import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { RECOVERY_MS } from "../../api/use-report.ts";
import { SkeletonRows } from "../../ui/card-state.tsx";
import { watchLeaving } from "./leaving.ts";
import { NotLoaded } from "./not-loaded.tsx";
import { whenStyled } from "./when-styled.ts";

const starts: (() => Promise<unknown>)[] = [];

/**
 * A component that is loaded on demand, as a separate chunk. A quiet one is on the page from the start and is rarely
 * needed: it waits until the rest is loaded, and takes no space before; with `now` it does not wait.
 */
export const lazyPart = <Props extends object>(
	load: () => Promise<ComponentType<Props>>,
	{ isQuiet = false }: { isQuiet?: boolean | "now" } = {},
): ComponentType<Props> => {
	let Loaded: ComponentType<Props> | undefined;
	let loading: Promise<void> | undefined;
	const start = () => {
		loading ??= load().then(
			async (component) => {
				await whenStyled();
				Loaded = component;
			},
			(error: unknown) => {
				// The next time it opens, it is requested again.
				loading = undefined;
				throw error;
			},
		);
		return loading;
	};
	starts.push(start);
	return (props: Props) => {
		const [, redraw] = useState({});
		const [failure, setFailure] = useState<unknown>();
		const Part = Loaded;
		useEffect(() => {
			// Preloading may have ended since this was rendered: what counts is what is shown.
			if (Part) return undefined;
			let isHere = true;
			let timer: ReturnType<typeof setTimeout> | undefined;
			const later = () => {
				timer = setTimeout(look, RECOVERY_MS);
			};
			const unwatch = isQuiet ? undefined : watchLeaving();
			const look = () =>
				start().then(
					() => {
						unwatch?.();
						if (isHere) redraw({});
					},
					(error: unknown) => isHere && (isQuiet ? later() : setFailure(error)),
				);
			if (isQuiet === true) later();
			else void look();
			return () => {
				isHere = false;
				unwatch?.();
				clearTimeout(timer);
			};
		}, []);
		if (Part) return <Part {...props} />;
		if (isQuiet) return null;
		const waiting = <SkeletonRows rows={4} />;
		return failure ? <NotLoaded failure={failure}>{waiting}</NotLoaded> : waiting;
	};
};

/**
 * Preloads all of them, one after another, so that each opens without delay.
 * @param free resolves when the browser has time for the next one
 */
export const fetchParts = async (free: () => Promise<unknown>): Promise<void> => {
	for (const start of starts) {
		await free();
		await start().catch(() => {});
	}
};
