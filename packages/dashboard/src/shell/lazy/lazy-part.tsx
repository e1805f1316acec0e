import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { SkeletonRows } from "../../part/card-state.tsx";

const starts: (() => Promise<unknown>)[] = [];

/** What opens on demand, as a chunk of its own. */
export const lazyPart = <Props extends object>(
	load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => {
	let Loaded: ComponentType<Props> | undefined;
	let loading: Promise<void> | undefined;
	const start = () => {
		loading ??= load().then(
			(component) => {
				Loaded = component;
			},
			(error: unknown) => {
				// The next time that it opens, it is asked for again.
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
		useEffect(() => {
			if (Loaded) return undefined;
			let isHere = true;
			start().then(
				() => isHere && redraw({}),
				(error: unknown) => isHere && setFailure(error),
			);
			return () => {
				isHere = false;
			};
		}, []);
		if (failure) throw failure;
		return Loaded ? <Loaded {...props} /> : <SkeletonRows rows={4} />;
	};
};

/** Fetches all of them ahead, so that none is waited for when it opens. */
export const fetchParts = (): void => {
	for (const start of starts) start().catch(() => {});
};
