import { LinkButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import css from "./list-page.module.css";

interface NeighboursProps {
	/** Links to the previous and the next item of the list that the viewer came from. */
	before: string | undefined;
	after: string | undefined;
	words: { before: string; after: string };
}

/** Links to the neighbours in a list, without going back to it. */
export const Neighbours = ({ before, after, words }: NeighboursProps) => (
	<span class={css["neighbours"]}>
		{before !== undefined && (
			<LinkButton kind="quiet" href={before}>
				<Icon name="left" />
				{words.before}
			</LinkButton>
		)}
		{after !== undefined && (
			<LinkButton kind="quiet" href={after}>
				{words.after}
				<Icon name="right" />
			</LinkButton>
		)}
	</span>
);
