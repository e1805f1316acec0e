import type { ComponentChildren } from "preact";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { valueText } from "../../../layout/text/filter-text.ts";
import { searchOf } from "../../../router/address.ts";
import { basePath } from "../../../router/current-place.ts";
import { pathOf } from "../../../router/destination.ts";
import { useAddress } from "../../../router/use-address.ts";
import { FactText } from "./filter-button.tsx";
import type { FactProps } from "./filter-fact.tsx";
import css from "./list-page.module.css";

interface ListLinkProps extends FactProps {
	children?: ComponentChildren;
}

/** A fact that links to all sessions with the same value. */
export const ListLink = ({ field, value, look = "fact", children }: ListLinkProps) => {
	const wording = useWording();
	const words = useAreaWords("people");
	const { address, destination } = useAddress();
	if (destination.to !== "site") return null;
	const text = valueText(field, value, wording);
	const filter =
		value === ""
			? { field, comparator: "none" as const, values: [] }
			: { field, comparator: "is" as const, values: [value] };
	const search = searchOf({
		...address,
		filters: [filter],
		segment: undefined,
		open: undefined,
		by: undefined,
		others: [],
	});
	const href = basePath() + pathOf({ ...destination, page: "sessions", rest: [] }) + search;
	return (
		<a class={css["fact"]} href={href} title={words.sessionsWith(text)}>
			<FactText field={field} value={value} look={look} text={children ?? text} />
		</a>
	);
};
