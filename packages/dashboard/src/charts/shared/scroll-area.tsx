import type { ComponentChildren } from "preact";
import css from "./scroll-area.module.css";

/** Scrolls horizontally by itself, so that the page never does. It can be focused with the keyboard. */
export const ScrollArea = ({ label, children }: { label: string; children: ComponentChildren }) => (
	// biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs.
	// biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it.
	<div class={css["area"]} role="group" aria-label={label} tabIndex={0}>
		{children}
	</div>
);
