import type { ComponentChildren } from "preact";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { ValuePicture } from "../../layout/picture/value-picture.tsx";
import { joined } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { useFilterButton } from "../shared/list/use-filter-button.ts";
import css from "./name-cell.module.css";

interface NameCellProps {
	/** The field that a click filters by; undefined for rows that cannot filter. */
	field: string | undefined;
	value: string;
	/** The value as it is displayed. */
	name: string;
	/** Shown beside the name: where a title was last seen. */
	note?: string | undefined;
	/** Length of the bar behind the name, 0 to 1. */
	share: number;
	/** The URL of the item itself. */
	href?: string | undefined;
	/** Set for expandable rows: whether this one is expanded. */
	isOpen?: boolean | undefined;
	onOpen?(): void;
	/** Whether the row is nested in another one. */
	isBelow?: boolean;
}

/** The smallest bar that is still visible. */
const LEAST_PERCENT = 0.4;

interface RowButtonProps {
	field: string;
	value: string;
	children: ComponentChildren;
}

/** Covers the bar of the row. */
const RowButton = ({ field, value, children }: RowButtonProps) => {
	const words = useWords();
	const { state, button } = useFilterButton(field, value);
	return (
		<button type="button" class={joined(css["label"], state === "out" && css["out"])} {...button}>
			{children}
			{state === "out" && <span class="vh">, {words.chart.excluded}</span>}
		</button>
	);
};

/** The name of a row: a button that filters by it, with a link to the item itself. */
export const NameCell = (props: NameCellProps) => {
	const { field, value, name, note, share, href, isOpen, onOpen, isBelow = false } = props;
	const words = useWords();
	const lists = useAreaWords("lists");
	const content = (
		<>
			<span class={css["name"]} title={name}>
				{field !== undefined && <ValuePicture field={field} value={value} />}
				{name}
			</span>
			{note && note !== name && <span class={css["note"]}>{note}</span>}
		</>
	);
	return (
		<span
			class={joined(css["cell"], isBelow && css["below"])}
			style={{ "--width": `${share > 0 ? Math.max(LEAST_PERCENT, share * 100) : 0}%` }}
		>
			{isOpen !== undefined && (
				<button
					type="button"
					class={css["opener"]}
					aria-expanded={isOpen}
					aria-label={lists.expand(name)}
					onClick={onOpen}
				>
					<Icon name={isOpen ? "down" : "right"} />
				</button>
			)}
			<span class={css["bar"]}>
				{field === undefined ? (
					<span class={css["label"] ?? ""}>{content}</span>
				) : (
					<RowButton field={field} value={value}>
						{content}
					</RowButton>
				)}
			</span>
			{href !== undefined && (
				<a class={css["open"]} href={href} target="_blank" rel="noreferrer">
					<span class="vh">{words.chart.openPage(name)}</span>
					<Icon name="out" />
				</a>
			)}
		</span>
	);
};
