import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import fieldCss from "../../../ui/form/field.module.css";
import { timeZonesByRegion } from "./time-zones.ts";

interface ZoneFieldProps {
	label: string;
	hint?: ComponentChildren;
	/** IANA name, or one of `first`. */
	value: string;
	/** Choices before the zones. */
	first?: readonly (readonly [value: string, label: string])[];
	onChoose(value: string): void;
}

/** Chooses a time zone, by its part of the world. */
export const ZoneField = ({ label, hint, value, first = [], onChoose }: ZoneFieldProps) => {
	const id = useId();
	const regions = timeZonesByRegion();
	const isListed =
		value === "UTC" ||
		first.some(([one]) => one === value) ||
		regions.some(({ zones }) => zones.some((zone) => zone === value));
	return (
		<div class={fieldCss["field"]}>
			<label for={id}>{label}</label>
			<select
				id={id}
				class={fieldCss["input"]}
				aria-describedby={hint ? `${id}-hint` : undefined}
				value={value}
				onChange={({ currentTarget }) => onChoose(currentTarget.value)}
			>
				{first.map(([one, text]) => (
					<option key={one} value={one} selected={one === value}>
						{text}
					</option>
				))}
				{!isListed && (
					<option value={value} selected>
						{value}
					</option>
				)}
				<option value="UTC" selected={value === "UTC"}>
					UTC
				</option>
				{regions.map(({ region, zones }) => (
					<optgroup key={region} label={region}>
						{zones.map((zone) => (
							<option key={zone} value={zone} selected={zone === value}>
								{zone.slice(region.length + 1).replaceAll("_", " ")}
							</option>
						))}
					</optgroup>
				))}
			</select>
			{hint && (
				<p class={fieldCss["hint"]} id={`${id}-hint`}>
					{hint}
				</p>
			)}
		</div>
	);
};
