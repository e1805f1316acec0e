import { useState } from "preact/hooks";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { countryChoices } from "../../../layout/text/countries.ts";
import { Button } from "../../../ui/button.tsx";
import { joined } from "../../../ui/class-names.ts";
import { SelectField, TextField } from "../../../ui/form/field.tsx";
import type { SiteConfig } from "../config/site-config.ts";
import {
	type ListName,
	storedValue,
	type ValueFault,
	valueFault,
	valuesOf,
} from "./exclusion-kinds.ts";
import css from "./exclusions.module.css";
import { OwnAddress } from "./own-address.tsx";

interface AddExclusionProps {
	lists: readonly ListName[];
	config: SiteConfig;
	onAdd(list: ListName, value: string): void;
}

/** The input that adds to a list; an invalid value shows its error beside the input. */
export const AddExclusion = ({ lists, config, onAdd }: AddExclusionProps) => {
	const { locale } = useWording();
	const words = useAreaWords("settings").exclusions;
	const [list, setList] = useState<ListName>(lists[0] ?? "excludedIPs");
	const [text, setText] = useState("");
	const [fault, setFault] = useState<ValueFault>();
	const isCountry = list === "excludedCountries";
	const there = valuesOf(config, list);
	const countries = countryChoices(locale).filter(([code]) => !there.includes(code));
	const country = countries.some(([code]) => code === text) ? text : (countries[0]?.[0] ?? "");
	const add = (typed: string) => {
		const found = valueFault(list, typed, there);
		setFault(found);
		if (found) return;
		onAdd(list, storedValue(list, typed));
		setText("");
	};
	return (
		<form
			class="col"
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				add(isCountry ? country : text);
			}}
		>
			<div class={joined(css["add"], lists.length === 1 && css["plain"])}>
				{lists.length > 1 && (
					<SelectField<ListName>
						label={words.what}
						value={list}
						choices={lists.map((one) => [one, words.kinds[one]])}
						onChoose={(one) => {
							setList(one);
							setText("");
							setFault(undefined);
						}}
					/>
				)}
				{isCountry ? (
					<SelectField
						label={words.country}
						value={country}
						choices={countries}
						onChoose={setText}
					/>
				) : (
					<TextField
						label={words.values[list]}
						placeholder={words.examples[list]}
						value={text}
						autocomplete="off"
						onInput={({ currentTarget }) => {
							setText(currentTarget.value);
							setFault(undefined);
						}}
					/>
				)}
				<Button type="submit">{words.add}</Button>
			</div>
			{fault ? (
				<p class={css["fault"]} role="alert">
					{words.faults[fault]}
				</p>
			) : (
				<p class="mut">{words.hints[list]}</p>
			)}
			{list === "excludedIPs" && (
				<OwnAddress
					isThere={(address) => there.includes(address)}
					onAdd={(address) => add(address)}
				/>
			)}
		</form>
	);
};
