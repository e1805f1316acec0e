import { Facts } from "../../../ui/facts.tsx";
import css from "./person-facts.module.css";

const textOf = (value: unknown): string =>
	typeof value === "string" ? value : (JSON.stringify(value) ?? "");

/** The traits that the site has set for a person. */
export const TraitFacts = ({ traits }: { traits: Readonly<Record<string, unknown>> | null }) => {
	const entries = Object.entries(traits ?? {});
	if (entries.length === 0) return null;
	return (
		<div class={css["traits"]}>
			<Facts facts={entries.map(([name, value]) => [name, textOf(value)])} />
		</div>
	);
};
