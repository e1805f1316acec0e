import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button, type ButtonKind } from "../button.tsx";
import { joined } from "../class-names.ts";
import css from "./popover.module.css";

const EDGE = 8;
const GAP = 4;

/** Below its button if there is enough space, otherwise above, and always within the window. */
const place = (panel: HTMLElement, button: HTMLElement) => {
	const at = button.getBoundingClientRect();
	const { clientWidth, clientHeight } = document.documentElement;
	const { offsetWidth: width, offsetHeight: height } = panel;
	const below = clientHeight - at.bottom - GAP - EDGE;
	const above = at.top - GAP - EDGE;
	const isAbove = height > below && above > below;
	const top = isAbove ? Math.max(EDGE, at.top - GAP - height) : at.bottom + GAP;
	const fromRight = at.left + width > clientWidth - EDGE;
	const left = fromRight ? at.right - width : at.left;
	panel.style.setProperty("--most", `${Math.max(160, isAbove ? above : below)}px`);
	panel.style.top = `${top}px`;
	panel.style.left = `${Math.min(Math.max(EDGE, left), Math.max(EDGE, clientWidth - width - EDGE))}px`;
};

interface PopoverProps {
	/** The content of the button. */
	button: ComponentChildren;
	/** Label for screen readers, instead of the button's content. */
	label?: string;
	/** Label of the panel. */
	title: string;
	kind?: ButtonKind;
	isIcon?: boolean;
	/** For shortcuts, which click it. */
	buttonId?: string;
	buttonClass?: string | undefined;
	size?: "s" | "m" | "l";
	children(close: () => void): ComponentChildren;
}

/** A button that opens a panel. Esc and a click elsewhere close it; the focus returns to the button. */
export const Popover = (props: PopoverProps) => {
	const { button, label, title, kind = "tool", isIcon = false, size = "m" } = props;
	const id = useId();
	const buttonId = props.buttonId ?? `${id}-button`;
	const panel = useRef<HTMLDivElement>(null);
	const [isOpen, setIsOpen] = useState(false);
	const pressed = () => document.getElementById(buttonId);
	useLayoutEffect(() => {
		const element = panel.current;
		if (!isOpen || !element) return undefined;
		const reposition = () => {
			const opener = pressed();
			if (opener) place(element, opener);
		};
		let isEntered = false;
		// A key or a click that follows at once is for this content: the focus and its place do not wait for the next frame.
		const adapt = () => {
			reposition();
			if (isEntered) return;
			const first = element.querySelector<HTMLElement>("[data-first]");
			first?.focus();
			isEntered = first !== null;
		};
		adapt();
		// The content may still be loading.
		if (!isEntered) element.focus();
		const arrival = new MutationObserver(adapt);
		arrival.observe(element, { childList: true, subtree: true });
		const resized = new ResizeObserver(reposition);
		resized.observe(element);
		addEventListener("resize", reposition);
		addEventListener("scroll", reposition, { passive: true, capture: true });
		return () => {
			arrival.disconnect();
			resized.disconnect();
			removeEventListener("resize", reposition);
			removeEventListener("scroll", reposition, { capture: true });
		};
	}, [isOpen]);
	const close = () => {
		panel.current?.hidePopover();
		pressed()?.focus();
	};
	return (
		<>
			<Button
				id={buttonId}
				kind={kind}
				isIcon={isIcon}
				class={props.buttonClass}
				popovertarget={id}
				aria-label={label}
				aria-haspopup="dialog"
				aria-expanded={isOpen}
				aria-controls={id}
			>
				{button}
			</Button>
			<div
				ref={panel}
				id={id}
				popover="auto"
				role="dialog"
				aria-label={title}
				tabIndex={-1}
				class={joined(css["panel"], css[size])}
				onToggle={(event) => setIsOpen(event.newState === "open")}
			>
				{isOpen && props.children(close)}
			</div>
		</>
	);
};

/** The rows of a popover's panel, and its footer. */
export const PopoverBody = ({ children }: { children: ComponentChildren }) => (
	<div class={css["body"]}>{children}</div>
);
export const PopoverFoot = ({ children }: { children: ComponentChildren }) => (
	<div class={css["foot"]}>{children}</div>
);
