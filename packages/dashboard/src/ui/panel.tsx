import type { ComponentChildren } from "preact";
import waiting from "../style/waiting.module.css";
import { joined } from "./class-names.ts";
import css from "./panel.module.css";

interface PanelProps {
	/** For screen readers; the same as the visible title, or the title of a panel that shows none. */
	label: string;
	/** Shown at the top; a panel with tabs has none. */
	title?: ComponentChildren;
	/** Beside the title. */
	aside?: ComponentChildren;
	foot?: ComponentChildren;
	/** Whether the content has padding. */
	isPadded?: boolean;
	/** The content belongs to the previous query: a progress line runs along the top. */
	isStale?: boolean;
	isBusy?: boolean;
	children: ComponentChildren;
}

/** The only kind of box. Panels are never nested. */
export const Panel = (props: PanelProps) => (
	<section
		class={joined(css["panel"], props.isStale && waiting["refetching"])}
		aria-label={props.label}
		aria-busy={props.isBusy || props.isStale}
	>
		{props.title !== undefined && (
			<div class={css["head"]}>
				<h2 class="cut">{props.title}</h2>
				{props.aside}
			</div>
		)}
		{props.isPadded ? <div class={css["body"]}>{props.children}</div> : props.children}
		{props.foot && <div class={css["foot"]}>{props.foot}</div>}
	</section>
);
