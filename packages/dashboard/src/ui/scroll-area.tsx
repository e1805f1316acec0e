import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { joined } from "./class-names.ts";
import css from "./scroll-area.module.css";

/** Marks the edges behind which there is more; returns its undoing. Without a render: it runs with every scroll. */
const markEdges = (area: HTMLElement, frame: HTMLElement): (() => void) => {
	const mark = () => {
		const hidden = area.scrollWidth - area.clientWidth;
		// Zoom makes fractions of a pixel.
		frame.toggleAttribute("data-before", area.scrollLeft > 1);
		frame.toggleAttribute("data-after", area.scrollLeft < hidden - 1);
	};
	const resized = new ResizeObserver(mark);
	resized.observe(area);
	for (const content of area.children) resized.observe(content);
	area.addEventListener("scroll", mark, { passive: true });
	return () => {
		resized.disconnect();
		area.removeEventListener("scroll", mark);
	};
};

interface ScrollAreaProps {
	label: string;
	/** It belongs to the previous query. */
	isStale?: boolean;
	/** It scrolls below this height as well. */
	isTall?: boolean | undefined;
	children: ComponentChildren;
}

/**
 * Scrolls horizontally by itself, so that the page never does, and shows a shadow at each edge behind which there is
 * more. It can be focused with the keyboard.
 */
export const ScrollArea = ({ label, isStale, isTall, children }: ScrollAreaProps) => {
	const area = useRef<HTMLDivElement>(null);
	const frame = useRef<HTMLDivElement>(null);
	useEffect(
		() => (area.current && frame.current ? markEdges(area.current, frame.current) : undefined),
		[],
	);
	return (
		<div ref={frame} class={css["frame"]}>
			{/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs. */}
			<div
				ref={area}
				class={joined(css["area"], isTall && css["tall"])}
				role="group"
				// biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it.
				tabIndex={0}
				aria-label={label}
				aria-busy={isStale}
			>
				{children}
			</div>
		</div>
	);
};
