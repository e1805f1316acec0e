import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** Width and height of an element in CSS pixels, updated as it changes; zero before it is mounted. */
export const useSize = (
	element: RefObject<HTMLElement | null>,
): { width: number; height: number } => {
	const [size, setSize] = useState({ width: 0, height: 0 });
	useLayoutEffect(() => {
		const observed = element.current;
		if (!observed) return;
		const measure = () => {
			const { clientWidth: width, clientHeight: height } = observed;
			setSize((before) =>
				before.width === width && before.height === height ? before : { width, height },
			);
		};
		measure();
		const observer = new ResizeObserver(measure);
		observer.observe(observed);
		return () => observer.disconnect();
	}, [element]);
	return size;
};
