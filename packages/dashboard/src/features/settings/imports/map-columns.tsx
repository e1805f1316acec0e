import { useAreaWords } from "../../../i18n/areas.ts";
import { SelectField, TextField } from "../../../ui/form/field.tsx";
import css from "./imports.module.css";
import { type ColumnMapping, MAIN_FIELDS, type MappedField, OTHER_FIELDS } from "./platforms.ts";

/** Cannot be the name of a column: a header would quote the line break. */
const FIXED = "\n=";

interface MapColumnsProps {
	columns: readonly string[];
	mapping: ColumnMapping;
	onChange(mapping: ColumnMapping): void;
}

const FieldChoice = ({
	field,
	columns,
	mapping,
	onChange,
}: MapColumnsProps & { field: MappedField }) => {
	const words = useAreaWords("transfer").imports;
	const source = mapping[field];
	const isFixed = typeof source === "object";
	const set = (next: ColumnMapping[MappedField] | undefined) => {
		const { [field]: _, ...others } = mapping;
		onChange(next === undefined ? others : { ...others, [field]: next });
	};
	return (
		<div class={css["fixed"]}>
			<SelectField
				label={words.fields[field]}
				value={isFixed ? FIXED : (source ?? "")}
				choices={[
					["", words.noColumn],
					...columns.map((column) => [column, column] as const),
					[FIXED, words.fixed],
				]}
				onChoose={(choice) =>
					set(choice === "" ? undefined : choice === FIXED ? { value: "" } : choice)
				}
			/>
			{isFixed && (
				<TextField
					label={words.fixedValue}
					value={source.value}
					maxLength={2048}
					onInput={({ currentTarget }) => set({ value: currentTarget.value })}
				/>
			)}
		</div>
	);
};

/** Maps the columns of any table to fields. */
export const MapColumns = (props: MapColumnsProps) => {
	const words = useAreaWords("transfer").imports;
	return (
		<div class="col">
			<div class={css["fields"]}>
				{MAIN_FIELDS.map((field) => (
					<FieldChoice key={field} field={field} {...props} />
				))}
			</div>
			<details class={css["more"]} open={OTHER_FIELDS.some((field) => props.mapping[field])}>
				<summary>{words.otherFields}</summary>
				<div class={css["fields"]}>
					{OTHER_FIELDS.map((field) => (
						<FieldChoice key={field} field={field} {...props} />
					))}
				</div>
			</details>
		</div>
	);
};
