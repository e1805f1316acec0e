import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { RECOVERY_MS } from "../../api/use-report.ts";
import { SkeletonRows } from "../../ui/card-state.tsx";
import { NotLoaded } from "./not-loaded.tsx";

const starts: (() => Promise<unknown>)[] = [];

/**
 * A component that is loaded on demand, as a separate chunk. A quiet one is on the page from the start and is rarely
 * needed: it waits until the rest is loaded, and takes no space before.
 */
export const lazyPart = <Props extends object>(
	load: () => Promise<ComponentType<Props>>,
	{ isQuiet = false } = {},
): ComponentType<Props> => {
	let Loaded: ComponentType<Props> | undefined;
	let loading: Promise<void> | undefined;
	const start = () => {
		loading ??= load().then(
			(component) => {
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
		const isDrawn = Loaded !== undefined;
		useEffect(() => {
			// It may have been loaded since it was rendered without it.
			if (isDrawn) return undefined;
			let isHere = true;
			let timer: ReturnType<typeof setTimeout> | undefined;
			const later = () => {
				timer = setTimeout(look, RECOVERY_MS);
			};
			const look = () =>
				start().then(
					() => isHere && redraw({}),
					(error: unknown) => isHere && (isQuiet ? later() : setFailure(error)),
				);
			if (isQuiet) later();
			else void look();
			return () => {
				isHere = false;
				clearTimeout(timer);
			};
		}, []);
		if (Loaded) return <Loaded {...props} />;
		if (isQuiet) return null;
		const waiting = <SkeletonRows rows={4} />;
		return failure ? <NotLoaded failure={failure}>{waiting}</NotLoaded> : waiting;
	};
};

/** Preloads all of them, so that each opens without delay. */
export const fetchParts = (): void => {
	for (const start of starts) start().catch(() => {});
};
