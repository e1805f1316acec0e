import { useId, useState } from "preact/hooks";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/form/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Popover, PopoverBody, PopoverFoot } from "../../ui/overlay/popover.tsx";
import { useTexts } from "../shared/report/use-texts.ts";
import type { JourneyState } from "./journey-state.ts";
import css from "./journeys.module.css";

interface PageFiltersProps {
	state: JourneyState;
	/** Pages to choose from, the most frequent first. */
	suggestions: readonly string[];
	onChange(state: JourneyState): void;
}

const AddPage = ({
	state,
	suggestions,
	onChange,
	onDone,
}: PageFiltersProps & { onDone(): void }) => {
	const { own, words } = useTexts();
	const texts = own.journeys;
	const free = Array.from({ length: state.steps }, (_, index) => index);
	const first = free.find((index) => !state.pages.has(index)) ?? 0;
	const [step, setStep] = useState(String(first));
	const [page, setPage] = useState("");
	const [hasTried, setHasTried] = useState(false);
	const listId = useId();
	const isGood = /^[/*]/.test(page.trim());
	return (
		<form
			onSubmit={(event) => {
				event.preventDefault();
				setHasTried(true);
				if (!isGood) return;
				onChange({ ...state, pages: new Map([...state.pages, [Number(step), page.trim()]]) });
				onDone();
			}}
		>
			<PopoverBody>
				<SelectField
					label={texts.which}
					value={step}
					choices={free.map((index) => [String(index), texts.columns[index] ?? ""])}
					onChoose={setStep}
				/>
				<TextField
					label={texts.page}
					hint={texts.hint}
					error={hasTried && !isGood ? texts.badPath : undefined}
					data-first
					list={listId}
					autocomplete="off"
					maxLength={2048}
					value={page}
					onInput={({ currentTarget }) => setPage(currentTarget.value)}
				/>
				<datalist id={listId}>
					{suggestions.map((one) => (
						<option key={one} value={one} />
					))}
				</datalist>
			</PopoverBody>
			<PopoverFoot>
				<Button kind="quiet" onClick={onDone}>
					{words.part.cancel}
				</Button>
				<Button kind="main" type="submit">
					{texts.apply}
				</Button>
			</PopoverFoot>
		</form>
	);
};

/** The pages that paths must contain at a step, with a control to add more. */
export const PageFilters = (props: PageFiltersProps) => {
	const { state, onChange } = props;
	const { own } = useTexts();
	const texts = own.journeys;
	const without = (index: number) => {
		const pages = new Map(state.pages);
		pages.delete(index);
		onChange({ ...state, pages });
	};
	return (
		<div class={css["filters"]}>
			{[...state.pages].map(([index, page]) => {
				const step = texts.columns[index] ?? "";
				return (
					<Button
						key={index}
						kind="tool"
						class={css["pill"]}
						aria-label={texts.set(step, page)}
						onClick={() => without(index)}
					>
						<span class="mut">{texts.at(step)}</span>
						<b class="cut">{page}</b>
						<Icon name="close" />
					</Button>
				);
			})}
			<Popover
				title={texts.addFilter}
				button={
					<>
						<Icon name="plus" />
						{texts.addFilter}
					</>
				}
			>
				{(close) => <AddPage {...props} onDone={close} />}
			</Popover>
			{state.pages.size > 0 && (
				<button type="button" class="link" onClick={() => onChange({ ...state, pages: new Map() })}>
					{texts.clear}
				</button>
			)}
		</div>
	);
};
