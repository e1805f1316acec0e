import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { answerOf, client } from "../../../api/client.ts";
import { useReport } from "../../../api/use-report.ts";
import { viewerHeaders } from "../../../router/viewer.ts";
import { Button } from "../../../ui/button.tsx";
import { BareInput, SelectField, TextField } from "../../../ui/form/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useTexts } from "../report/use-texts.ts";
import {
	CONDITION_TYPES,
	type Condition,
	type ConditionProblem,
	type ConditionProperty,
	type ConditionType,
	MAX_PROPERTIES,
} from "./condition.ts";
import css from "./condition-fields.module.css";

const MAX_SUGGESTIONS = 100;

/** Values from the period that a condition could name, the most frequent first. */
const useSuggestions = (type: ConditionType): readonly string[] => {
	const { view } = useTexts();
	const { site, viewer, parameters } = view;
	const report = useReport({
		key: ["condition values", site.id, viewer, type, parameters],
		fetch: async (signal): Promise<string[]> => {
			const params = { path: { site: site.id } };
			const shared = { headers: viewerHeaders(viewer), signal };
			if (type === "page") {
				const query = { ...parameters, parameter: "pathname", limit: String(MAX_SUGGESTIONS) };
				const { data } = await answerOf(
					client.GET("/api/sites/{site}/metric", {
						params: { ...params, query: query as object },
						...shared,
					}),
				);
				return data.data.map(({ value }) => value);
			}
			if (type === "event") {
				const { data } = await answerOf(
					client.GET("/api/sites/{site}/events/names", {
						params: { ...params, query: parameters as object },
						...shared,
					}),
				);
				return data.map(({ eventName }) => eventName);
			}
			const { data } = await answerOf(
				client.GET("/api/sites/{site}/events/autocapture-values", {
					params: { ...params, query: { ...parameters, type } as object },
					...shared,
				}),
			);
			return data.map(({ value }) => value);
		},
	});
	return (report.data ?? []).filter((value) => value !== "").slice(0, MAX_SUGGESTIONS);
};

interface PropertiesProps {
	condition: Condition;
	onChange(properties: readonly ConditionProperty[]): void;
	/** Shown beside the button that adds a property. */
	more: ComponentChildren;
}

const Properties = ({ condition: { type, properties }, onChange, more }: PropertiesProps) => {
	const { own } = useTexts();
	const { condition: texts } = own;
	const keyLabel = type === "page" ? texts.parameter : texts.key;
	const set = (index: number, change: Partial<ConditionProperty>) =>
		onChange(properties.map((one, at) => (at === index ? { ...one, ...change } : one)));
	return (
		<div class={css["properties"]}>
			{properties.map(({ key, value }, index) => (
				<div class={css["property"]} key={index}>
					<span class="mut">{texts.where}</span>
					<BareInput
						label={keyLabel}
						placeholder={keyLabel}
						value={key}
						maxLength={256}
						onInput={({ currentTarget }) => set(index, { key: currentTarget.value })}
					/>
					<span class="mut">{texts.equals}</span>
					<BareInput
						label={texts.value}
						placeholder={texts.value}
						value={value}
						maxLength={2048}
						onInput={({ currentTarget }) => set(index, { value: currentTarget.value })}
					/>
					<Button
						kind="quiet"
						isIcon
						aria-label={texts.remove(key)}
						onClick={() => onChange(properties.filter((_, at) => at !== index))}
					>
						<Icon name="close" />
					</Button>
				</div>
			))}
			<div class={css["links"]}>
				{properties.length < MAX_PROPERTIES && (
					<button
						type="button"
						class="link"
						onClick={() => onChange([...properties, { key: "", value: "" }])}
					>
						{type === "page" ? texts.addParameter : texts.addProperty}
					</button>
				)}
				{more}
			</div>
		</div>
	);
};

interface ConditionFieldsProps {
	condition: Condition;
	onChange(condition: Condition): void;
	/** Shown below the value. */
	problem?: ConditionProblem | undefined;
	/** A step of a funnel has a name and may be limited to a host. */
	isStep?: boolean;
}

/** The form of one condition. */
export const ConditionFields = ({
	condition,
	onChange,
	problem,
	isStep = false,
}: ConditionFieldsProps) => {
	const { own } = useTexts();
	const { condition: texts } = own;
	const { type, value, name, hostname } = condition;
	const suggestions = useSuggestions(type);
	const listId = useId();
	const [isOpen, setIsOpen] = useState(false);
	const hasMore = isStep && (isOpen || name !== "" || hostname !== "");
	const change = (part: Partial<Condition>) => onChange({ ...condition, ...part });
	const hint = type === "page" || type === "event" ? texts.hints[type] : texts.hints.captured;
	return (
		<div class={css["condition"]}>
			<div class={css["fields"]}>
				<SelectField
					label={texts.type}
					value={type}
					choices={CONDITION_TYPES.map((one) => [one, texts.types[one]])}
					onChoose={(one) => change({ type: one, value: "", properties: [] })}
				/>
				<TextField
					label={texts.values[type]}
					hint={hint}
					list={listId}
					autocomplete="off"
					value={value}
					placeholder={type === "page" || type === "event" ? "" : texts.anyOf[type]}
					error={problem && texts.problems[problem]}
					onInput={({ currentTarget }) => change({ value: currentTarget.value })}
				/>
				<datalist id={listId}>
					{suggestions.map((one) => (
						<option key={one} value={one} />
					))}
				</datalist>
				{hasMore && (
					<>
						<TextField
							label={texts.name}
							hint={texts.nameHint}
							value={name}
							maxLength={255}
							onInput={({ currentTarget }) => change({ name: currentTarget.value })}
						/>
						<TextField
							label={texts.hostname}
							hint={texts.hostnameHint}
							value={hostname}
							maxLength={253}
							onInput={({ currentTarget }) => change({ hostname: currentTarget.value })}
						/>
					</>
				)}
			</div>
			<Properties
				condition={condition}
				onChange={(properties) => change({ properties })}
				more={
					isStep &&
					!hasMore && (
						<button type="button" class="link" onClick={() => setIsOpen(true)}>
							{texts.more}
						</button>
					)
				}
			/>
		</div>
	);
};
