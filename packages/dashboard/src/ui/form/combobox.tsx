import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { useWords } from "../../i18n/language.ts";
import { joined } from "../class-names.ts";
import { Icon } from "../icon.tsx";
import css from "./combobox.module.css";
import { foldedText, matchIn } from "./match-text.ts";

export interface ComboboxOption {
	value: string;
	label: string;
	/** At the end of the line: a count. */
	note?: ComponentChildren;
}

interface ComboboxProps {
	/** Label of the search input. */
	label: string;
	/** Label of the list. */
	listLabel: string;
	placeholder?: string;
	options: readonly ComboboxOption[];
	chosen: readonly string[];
	/** Several options may be chosen: the list then stays open. */
	isMultiple?: boolean;
	onChoose(value: string, how: MouseEvent | KeyboardEvent): void;
	/** The options are search results from elsewhere; without it, they are searched here. */
	onSearch?(text: string): void;
	/** Lets the viewer use the typed text if no option matches. */
	ownText?(text: string): string;
	/** Shown instead of the options. */
	empty?: ComponentChildren;
	isLoading?: boolean;
	/** Nothing stays chosen, and Home and End lead to the first and last option. */
	isPalette?: boolean;
}

/** The matching part of a label, in bold. */
const Marked = ({ label, search }: { label: string; search: string }) => {
	const found = matchIn(label, search);
	if (!found) return <span class="cut">{label}</span>;
	const [start, end] = found;
	return (
		<span class="cut" title={label}>
			{label.slice(0, start)}
			<b>{label.slice(start, end)}</b>
			{label.slice(end)}
		</span>
	);
};

/** A search field over a list: arrow keys move in the list, Enter chooses, and the number of results is announced. */
export const Combobox = (props: ComboboxProps) => {
	const {
		options,
		chosen,
		isMultiple = false,
		isPalette = false,
		onChoose,
		onSearch,
		ownText,
	} = props;
	const words = useWords();
	const id = useId();
	const [text, setText] = useState("");
	const [at, setAt] = useState(0);
	const search = foldedText(text.trim());
	const found = onSearch
		? options
		: options.filter(({ label }) => foldedText(label).includes(search));
	const typed = text.trim();
	const offersOwn = ownText && typed !== "" && !found.some(({ value }) => value === typed);
	const shown: readonly ComboboxOption[] = offersOwn
		? [...found, { value: typed, label: ownText(typed) }]
		: found;
	const active = shown[Math.min(at, shown.length - 1)];
	const optionId = (index: number) => `${id}-${index}`;
	const move = (to: number) => {
		const next = Math.max(0, Math.min(shown.length - 1, to));
		setAt(next);
		document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
	};
	const onKeyDown = (event: KeyboardEvent) => {
		const index = active ? shown.indexOf(active) : 0;
		if (event.key === "ArrowDown") move(index + 1);
		else if (event.key === "ArrowUp") move(index - 1);
		else if (event.key === "PageDown") move(index + 8);
		else if (event.key === "PageUp") move(index - 8);
		else if (isPalette && event.key === "Home") move(0);
		else if (isPalette && event.key === "End") move(shown.length - 1);
		else if (event.key === "Enter" && active) onChoose(active.value, event);
		else return;
		event.preventDefault();
	};
	return (
		<>
			<input
				data-first
				class={css["input"]}
				role="combobox"
				aria-label={props.label}
				aria-expanded="true"
				aria-controls={`${id}-list`}
				aria-autocomplete="list"
				aria-activedescendant={active && optionId(shown.indexOf(active))}
				placeholder={props.placeholder}
				autocomplete="off"
				spellcheck={false}
				value={text}
				onInput={({ currentTarget }) => {
					setText(currentTarget.value);
					setAt(0);
					onSearch?.(currentTarget.value.trim());
				}}
				onKeyDown={onKeyDown}
			/>
			<div
				id={`${id}-list`}
				role="listbox"
				aria-label={props.listLabel}
				aria-multiselectable={isMultiple}
				aria-busy={props.isLoading}
				class={css["list"]}
			>
				{shown.map(({ value, label, note }, index) => (
					// The input keeps the focus and handles the keys: an option only handles the pointer.
					<div
						key={value}
						id={optionId(index)}
						role="option"
						tabIndex={-1}
						aria-selected={chosen.includes(value)}
						class={joined(css["option"], shown[index] === active && css["active"])}
						onMouseDown={(event) => event.preventDefault()}
						onMouseMove={() => setAt(index)}
						onClick={(event) => onChoose(value, event)}
						onKeyDown={onKeyDown}
					>
						{!isPalette && (
							<Icon name="check" class={joined(!chosen.includes(value) && css["off"])} />
						)}
						<Marked label={label} search={search} />
						{note !== undefined && <span class={css["note"]}>{note}</span>}
					</div>
				))}
			</div>
			{shown.length === 0 && !props.isLoading && (
				<p class={css["empty"]}>{props.empty ?? words.part.noResult}</p>
			)}
			<span class="vh" role="status">
				{text === "" || props.isLoading ? "" : words.part.results(shown.length)}
			</span>
		</>
	);
};
