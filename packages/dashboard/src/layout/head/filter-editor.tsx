import { useState } from "preact/hooks";
import { answerOf, client } from "../../api/client.ts";
import { useReport } from "../../api/use-report.ts";
import { useWording } from "../../i18n/language.ts";
import {
	type AddressFilter,
	COMPARATORS,
	type Comparator,
	filtersParameter,
	takesValues,
} from "../../router/filters.ts";
import { useAddress } from "../../router/use-address.ts";
import { viewerHeaders } from "../../router/viewer.ts";
import { Button } from "../../ui/button.tsx";
import { Combobox } from "../../ui/form/combobox.tsx";
import { SelectField, TextField } from "../../ui/form/field.tsx";
import { foldedText } from "../../ui/form/match-text.ts";
import { PopoverBody, PopoverFoot } from "../../ui/overlay/popover.tsx";
import { useSiteView } from "../site-view.ts";
import { FILTER_FIELDS, fieldText, hasCodes, valueText } from "../text/filter-text.ts";
import css from "./filter-bar.module.css";

/** These compare whole values, so a list of suggestions helps; the others compare parts or numbers. */
const WHOLE: readonly Comparator[] = ["is", "not"];
const MAX_SUGGESTIONS = 100;

/** The values of a field in the period with their sessions, limited by the other filters. */
const useSuggestions = (field: string, search: string, others: readonly AddressFilter[]) => {
	const { site, viewer, parameters } = useSiteView();
	const { segment_id: _, ...period } = parameters;
	const filters = filtersParameter(others);
	const searched = hasCodes(field) ? "" : search;
	return useReport({
		key: ["values", site.id, viewer, field, period, filters, searched],
		fetch: async (signal) => {
			const { data } = await answerOf(
				client.GET("/api/sites/{site}/metric", {
					params: {
						path: { site: site.id },
						query: {
							...period,
							...(filters !== undefined && { filters }),
							...(searched !== "" && { search: searched }),
							parameter: field,
							page_size: MAX_SUGGESTIONS,
						} as object,
					},
					headers: viewerHeaders(viewer),
					signal,
				}),
			);
			return data.data.filter(({ value }) => value !== "");
		},
	});
};

interface ValuesProps {
	filter: AddressFilter;
	others: readonly AddressFilter[];
	onChange(values: readonly string[]): void;
}

const WholeValues = ({ filter, others, onChange }: ValuesProps) => {
	const wording = useWording();
	const { words, locale } = wording;
	const { field, values } = filter;
	const [search, setSearch] = useState("");
	const suggestions = useSuggestions(field, search, others);
	const count = new Intl.NumberFormat(locale);
	const labelOf = (value: string) => valueText(field, value, wording);
	const found = (suggestions.data ?? []).map(({ value, count: sessions }) => ({
		value,
		label: labelOf(value),
		note: count.format(sessions),
	}));
	// Chosen values stay in the list, even if the search or the period no longer contains them.
	const missing = values
		.filter((value) => !found.some((one) => one.value === value))
		.map((value) => ({ value, label: labelOf(value) }));
	const folded = foldedText(search);
	return (
		<Combobox
			key={field}
			label={words.filter.search(fieldText(field, words))}
			listLabel={words.filter.values(fieldText(field, words))}
			options={[...missing, ...found].filter(({ label }) => foldedText(label).includes(folded))}
			chosen={values}
			isMultiple
			isLoading={suggestions.state === "loading"}
			empty={words.filter.noValues}
			onSearch={setSearch}
			{...(!hasCodes(field) && { ownText: words.filter.use })}
			onChoose={(value) =>
				onChange(
					values.includes(value) ? values.filter((one) => one !== value) : [...values, value],
				)
			}
		/>
	);
};

export interface FilterEditorProps {
	/** The filter to change; absent for a new one. */
	index?: number;
	onClose(): void;
}

/** Chooses a field, a comparison and values. */
export const FilterEditor = ({ index, onClose }: FilterEditorProps) => {
	const { words } = useWording();
	const { address, change } = useAddress();
	const existing = index === undefined ? undefined : address.filters[index];
	const [filter, setFilter] = useState<AddressFilter>(
		existing ?? { field: "pathname", comparator: "is", values: [] },
	);
	const others = address.filters.filter((_, at) => at !== index);
	const { field, comparator, values } = filter;
	const isReady = !takesValues(comparator) || values.some((value) => value !== "");
	const fields: readonly string[] = (FILTER_FIELDS as readonly string[]).includes(field)
		? FILTER_FIELDS
		: [field, ...FILTER_FIELDS];
	const apply = () => {
		if (!isReady) return;
		const kept = takesValues(comparator) ? values.filter((value) => value !== "") : [];
		const made = { ...filter, values: kept };
		const filters = existing
			? address.filters.map((one, at) => (at === index ? made : one))
			: [...address.filters, made];
		change({ filters });
		onClose();
	};
	return (
		<form
			onSubmit={(event) => {
				event.preventDefault();
				apply();
			}}
		>
			<PopoverBody>
				<div class={css["choices"]}>
					<SelectField
						isBare
						label={words.filter.field}
						value={field}
						choices={fields.map((one) => [one, fieldText(one, words)])}
						onChoose={(one) => setFilter({ field: one, comparator, values: [] })}
					/>
					<SelectField
						isBare
						label={words.filter.how}
						value={comparator}
						choices={COMPARATORS.map((one) => [one, words.filter.isNot[one]])}
						onChoose={(one) => setFilter({ ...filter, comparator: one })}
					/>
				</div>
				{takesValues(comparator) &&
					(WHOLE.includes(comparator) ? (
						<WholeValues
							filter={filter}
							others={others}
							onChange={(chosen) => setFilter({ ...filter, values: chosen })}
						/>
					) : (
						<TextField
							label={words.filter.value}
							data-first
							value={values[0] ?? ""}
							onInput={({ currentTarget }) =>
								setFilter({ ...filter, values: [currentTarget.value, ...values.slice(1)] })
							}
						/>
					))}
			</PopoverBody>
			<PopoverFoot>
				<span class={css["chosen"]}>
					{takesValues(comparator) && words.filter.chosen(String(values.length))}
				</span>
				<Button kind="quiet" onClick={onClose}>
					{words.filter.cancel}
				</Button>
				<Button kind="main" type="submit" disabled={!isReady}>
					{words.filter.apply}
				</Button>
			</PopoverFoot>
		</form>
	);
};
