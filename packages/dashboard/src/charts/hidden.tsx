import type { ComponentChildren } from "preact";
import css from "./hidden.module.css";

/** Text for those who do not see the chart. */
export const Hidden = ({ children }: { children: ComponentChildren }) => (
	<span class={css["hidden"]}>{children}</span>
);
