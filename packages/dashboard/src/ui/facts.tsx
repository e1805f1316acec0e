import type { ComponentChildren } from "preact";
import css from "./facts.module.css";

/** Known facts, one per line; lines without content are left out. */
export type Fact = readonly [label: string, content: ComponentChildren];

const isSaid = (content: ComponentChildren) =>
	content !== undefined && content !== null && content !== false && content !== "";

export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
	<dl class={css["facts"]}>
		{facts
			.filter(([, content]) => isSaid(content))
			.map(([label, content]) => (
				<div key={label}>
					<dt>{label}</dt>
					<dd>{content}</dd>
				</div>
			))}
	</dl>
);
