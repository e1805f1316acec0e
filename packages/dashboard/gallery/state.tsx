import type { ComponentChildren } from "preact";

/** A chart in one state, with the state's name. */
export const State = ({ name, children }: { name: string; children: ComponentChildren }) => (
	<section class="state" aria-label={name} data-state={name}>
		<p class="caption">{name}</p>
		{children}
	</section>
);
