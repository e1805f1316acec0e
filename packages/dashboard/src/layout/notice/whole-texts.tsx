import { useEffect, useRef } from "preact/hooks";
import css from "./whole-texts.module.css";

const GAP = 4;
const EDGE = 8;
/** A text may be truncated by an element around it, such as the cell of a table. */
const MOST_AROUND = 4;

const isTruncated = (element: Element): boolean =>
	element.scrollWidth > element.clientWidth + 1 &&
	getComputedStyle(element).textOverflow === "ellipsis";

const around = (element: Element): Element[] => {
	const found = [element];
	for (let at = element.parentElement; at && found.length < MOST_AROUND; at = at.parentElement)
		found.push(at);
	return found;
};

const textOf = (element: Element): string => element.textContent.trim();

/** Gives a truncated text under the pointer a title, unless it has one. */
const onPointerOver = ({ target }: PointerEvent) => {
	if (!(target instanceof HTMLElement) || target.closest("[title]")) return;
	const truncated = around(target).find(isTruncated);
	if (truncated instanceof HTMLElement) truncated.title = textOf(truncated);
};

/** Below the focused element, and within the window. */
const place = (tip: HTMLElement, by: Element) => {
	const { left, top, bottom } = by.getBoundingClientRect();
	const { clientWidth, clientHeight } = document.documentElement;
	const below = bottom + GAP;
	const isBelow = below + tip.offsetHeight < clientHeight - EDGE;
	tip.style.top = `${isBelow ? below : Math.max(EDGE, top - GAP - tip.offsetHeight)}px`;
	tip.style.left = `${Math.max(EDGE, Math.min(left, clientWidth - EDGE - tip.offsetWidth))}px`;
};

/**
 * Shows the whole of each truncated text: under the pointer as its title, and below the element that has the focus,
 * where browsers show no title. It covers every page, so that no list has to think of it.
 */
export const WholeTexts = () => {
	const tip = useRef<HTMLDivElement>(null);
	useEffect(() => {
		const hide = () => tip.current?.hidePopover();
		const onFocus = ({ target }: FocusEvent) => {
			const element = tip.current;
			if (!element || !(target instanceof HTMLElement) || !target.matches(":focus-visible")) return;
			const truncated = [...around(target), ...target.querySelectorAll("*")].find(isTruncated);
			if (!truncated) return;
			element.textContent = textOf(truncated);
			element.showPopover();
			place(element, target);
		};
		const onKeyDown = ({ key }: KeyboardEvent) => key === "Escape" && hide();
		const passive = { passive: true, capture: true };
		document.addEventListener("focusin", onFocus);
		document.addEventListener("focusout", hide);
		document.addEventListener("keydown", onKeyDown);
		document.addEventListener("pointerover", onPointerOver);
		addEventListener("scroll", hide, passive);
		return () => {
			document.removeEventListener("focusin", onFocus);
			document.removeEventListener("focusout", hide);
			document.removeEventListener("keydown", onKeyDown);
			document.removeEventListener("pointerover", onPointerOver);
			removeEventListener("scroll", hide, passive);
		};
	}, []);
	// The element with the focus already says the same.
	return <div ref={tip} class={css["tip"]} popover="manual" aria-hidden="true" />;
};
