import { useState } from "preact/hooks";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { Combobox } from "../../ui/form/combobox.tsx";
import { SelectField } from "../../ui/form/field.tsx";
import {
	type Naming,
	NUMBER_KINDS,
	type NumberKind,
	numberMetric,
} from "../shared/question/metric-text.ts";
import { numericProperties } from "../shared/question/numeric-properties.ts";
import css from "./explore.module.css";

/** Chooses a figure of the numbers in a property: one of those that an event has, or any that is typed. */
export const NumberChoice = ({
	naming: { own },
	chosen,
	onChoose,
}: {
	naming: Naming;
	chosen: readonly string[];
	onChoose(metric: string): void;
}) => {
	const { question: texts } = own;
	const [kind, setKind] = useState<NumberKind>("sum");
	const [picked, setPicked] = useState<string>();
	const names = useSiteReport("events/names", { isCompared: false });
	const events = (names.data?.data ?? []).map(({ eventName }) => eventName);
	const event = picked ?? events[0];
	const properties = useSiteReport("events/properties", {
		parameters: { event_name: event ?? "" },
		isCompared: false,
		isOff: event === undefined,
	});
	return (
		<>
			<div class={css["fields"]}>
				<SelectField<NumberKind>
					label={texts.numberKind}
					value={kind}
					choices={NUMBER_KINDS.map((one) => [one, own.numberKind[one]])}
					onChoose={setKind}
				/>
				{event !== undefined && (
					<SelectField
						label={texts.numberEvent}
						value={event}
						choices={events.map((name) => [name, name])}
						onChoose={setPicked}
					/>
				)}
			</div>
			<Combobox
				label={texts.numberProperty}
				listLabel={texts.numberProperty}
				options={numericProperties(properties.data?.data ?? []).map((name) => ({
					value: name,
					label: name,
				}))}
				chosen={chosen.flatMap((metric) => {
					const [, of, property] = /^(\w+)\((.*)\)$/s.exec(metric) ?? [];
					return of === kind && property !== undefined ? [property] : [];
				})}
				onChoose={(property) => onChoose(numberMetric(kind, property))}
				ownText={texts.use}
				empty={texts.noNumbers}
				isLoading={names.state === "loading" || properties.state === "loading"}
			/>
		</>
	);
};
