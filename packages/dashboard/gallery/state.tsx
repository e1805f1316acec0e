import type { ComponentChildren } from "preact";

/** A chart in one state, and which one that is. */
export const State = ({ name, children }: { name: string; children: ComponentChildren }) => (
	<section class="state" aria-label={name} data-state={name}>
		<p class="caption">{name}</p>
		{children}
	</section>
);
