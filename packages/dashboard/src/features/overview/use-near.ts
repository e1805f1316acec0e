import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";

/** How far below the viewport something still counts as near. */
const MARGIN = "100px";

/** Whether an element has ever been in or near the viewport: cards further down send their queries only then. */
export const useNear = (element: RefObject<Element | null>): boolean => {
	const [isNear, setIsNear] = useState(false);
	useEffect(() => {
		if (isNear || !element.current) return undefined;
		const observer = new IntersectionObserver(
			(entries) => {
				if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true);
			},
			{ rootMargin: MARGIN },
		);
		observer.observe(element.current);
		return () => observer.disconnect();
	}, [isNear]);
	return isNear;
};
