import type { ComponentChildren } from "preact";
import css from "./hidden.module.css";

/** Text for screen readers only. */
export const Hidden = ({ children }: { children: ComponentChildren }) => (
	<span class={css["hidden"]}>{children}</span>
);
