import { joined } from "../ui/class-names.ts";
import css from "./difference-bars.module.css";

/** A part of a difference; without a value where it is not known. */
export interface DifferencePart {
	id: string;
	label: string;
	/** What the part means. */
	note: string;
	value: number | undefined;
	text: string;
}

interface DifferenceBarsProps {
	label: string;
	/** The two figures that differ, in words. */
	from: { label: string; text: string };
	to: { label: string; text: string };
	parts: readonly DifferencePart[];
}

/** From one figure to another by the parts of their difference: bars to the left take away, those to the right add. */
export const DifferenceBars = ({ label, from, to, parts }: DifferenceBarsProps) => {
	const longest = Math.max(1, ...parts.map(({ value = 0 }) => Math.abs(value)));
	const End = ({ of }: { of: { label: string; text: string } }) => (
		<li class={joined(css["row"], css["end"])}>
			<span>{of.label}</span>
			<span />
			<span class={css["number"]}>{of.text}</span>
		</li>
	);
	return (
		<ul aria-label={label}>
			<End of={from} />
			{parts.map(({ id, label: name, note, value = 0, text }) => {
				const percent = (Math.abs(value) / longest) * 50;
				const start = value < 0 ? 50 - percent : 50;
				return (
					<li key={id} class={css["row"]}>
						<span>
							{name}
							<small>{note}</small>
						</span>
						<span
							class={css["track"]}
							style={{ "--from": `${start}%`, "--width": `${percent}%` }}
							aria-hidden="true"
						/>
						<span class={css["number"]}>{text}</span>
					</li>
				);
			})}
			<End of={to} />
		</ul>
	);
};
