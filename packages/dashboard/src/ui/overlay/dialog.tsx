import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { joined } from "../class-names.ts";
import css from "./dialog.module.css";

interface DialogProps {
	title: ComponentChildren;
	onClose(): void;
	children: ComponentChildren;
	/** Buttons; the primary one last. */
	foot?: ComponentChildren;
	/** `sheet` slides up from the bottom on a phone; `top` keeps its place when its height changes. */
	look?: "dialog" | "sheet" | "broad" | "top";
}

/** Blocks the page until it is closed. Esc closes it; the focus stays inside and returns to where it was. */
export const Dialog = ({ title, onClose, children, foot, look = "dialog" }: DialogProps) => {
	const element = useRef<HTMLDialogElement>(null);
	const id = useId();
	// At once, not after the next frame: a key that follows quickly must not reach the page below.
	useLayoutEffect(() => {
		const dialog = element.current;
		if (!dialog) return undefined;
		const before = document.activeElement;
		dialog.showModal();
		return () => {
			dialog.close();
			if (before instanceof HTMLElement && before.isConnected) before.focus();
		};
	}, []);
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: Esc does by keyboard what a click beside it does
		<dialog
			ref={element}
			class={joined(css["dialog"], look !== "dialog" && css[look])}
			aria-labelledby={id}
			onCancel={(event) => {
				event.preventDefault();
				onClose();
			}}
			onClick={({ target }) => {
				// The backdrop belongs to the dialog element itself; everything inside is another element.
				if (target === element.current) onClose();
			}}
		>
			<div class={css["inside"]}>
				<h2 id={id}>{title}</h2>
				<div class={css["body"]}>{children}</div>
				{foot && <div class={css["foot"]}>{foot}</div>}
			</div>
		</dialog>
	);
};
