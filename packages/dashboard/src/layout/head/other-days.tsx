import { useState } from "preact/hooks";
import { useWording } from "../../i18n/language.ts";
import { isDay } from "../../router/days.ts";
import { useAddress } from "../../router/use-address.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { PopoverBody, PopoverFoot } from "../../ui/overlay/popover.tsx";

/** A custom range to compare with. */
export const OtherDays = ({ onClose }: { onClose(): void }) => {
	const { words } = useWording();
	const { change } = useAddress();
	const [first, setFirst] = useState("");
	const [last, setLast] = useState("");
	const [isChecked, setIsChecked] = useState(false);
	const badFirst = isDay(first) ? undefined : words.range.badDay;
	const badLast = !isDay(last) ? words.range.badDay : last < first ? words.range.order : undefined;
	const apply = () => {
		setIsChecked(true);
		if (badFirst || badLast) return;
		change({ comparison: { kind: "dates", range: { kind: "dates", first, last } } });
		onClose();
	};
	return (
		<>
			<PopoverBody>
				<div class="two">
					<TextField
						label={words.range.from}
						placeholder="2026-10-26"
						value={first}
						error={isChecked ? badFirst : undefined}
						onInput={({ currentTarget }) => setFirst(currentTarget.value.trim())}
						data-first
					/>
					<TextField
						label={words.range.toLabel}
						placeholder="2026-11-22"
						value={last}
						error={isChecked ? badLast : undefined}
						onInput={({ currentTarget }) => setLast(currentTarget.value.trim())}
					/>
				</div>
			</PopoverBody>
			<PopoverFoot>
				<Button kind="main" onClick={apply}>
					{words.range.apply}
				</Button>
			</PopoverFoot>
		</>
	);
};
