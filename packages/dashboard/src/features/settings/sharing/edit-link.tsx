import { useState } from "preact/hooks";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWords } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { useWrite } from "../../../layout/write/use-write.ts";
import { dayOf } from "../../../router/days.ts";
import { CheckField, TextField } from "../../../ui/form/field.tsx";
import { FormDialog } from "../../../ui/overlay/form-dialog.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import frame from "../frame/frame.module.css";
import { FailureLine } from "../frame/section.tsx";
import { addLink, changeLink, type MadeLink, type PrivateLink } from "./link-api.ts";
import {
	changesOf,
	emptyLink,
	fieldsOfLink,
	LEAST_PASSWORD,
	type LinkFaults,
	type LinkFields,
	linkFaults,
	newLinkOf,
} from "./link-form.ts";
import { pageOfArea, type SharedArea, toggledAreas } from "./shared-areas.ts";
import css from "./sharing.module.css";

interface FieldsProps {
	fields: LinkFields;
	faults: LinkFaults;
	onChange(change: Partial<LinkFields>): void;
}

/** The pages that the link shows. */
const AreaFields = ({
	fields: { areas },
	available,
	onChange,
}: FieldsProps & { available: readonly SharedArea[] }) => {
	const { page } = useWords();
	const words = useAreaWords("sharing");
	const shown = areas ?? available;
	return (
		<fieldset class={css["group"]}>
			<legend>{words.shows}</legend>
			<CheckField
				label={words.everything}
				checked={areas === null}
				onChange={({ currentTarget }) =>
					onChange({ areas: currentTarget.checked ? null : available })
				}
			/>
			<div class={frame["checks"]}>
				{available.map((area) => {
					const text = page[pageOfArea(area)];
					const isOnly = shown.length === 1 && shown.includes(area);
					return (
						<div key={area} class={css["area"]}>
							<CheckField
								label={text}
								checked={shown.includes(area)}
								disabled={isOnly}
								onChange={() => onChange({ areas: toggledAreas(available, shown, area) })}
							/>
							{!isOnly && (
								<button
									type="button"
									class="link"
									aria-label={words.onlyOf(text)}
									onClick={() => onChange({ areas: [area] })}
								>
									{words.only}
								</button>
							)}
						</div>
					);
				})}
			</div>
			<p class="mut">{areas === null ? words.everythingHint : words.someHint}</p>
		</fieldset>
	);
};

const PasswordFields = ({
	fields,
	faults,
	hasOne,
	onChange,
}: FieldsProps & { hasOne: boolean }) => {
	const words = useAreaWords("sharing").links;
	const least = String(LEAST_PASSWORD);
	return (
		<>
			<CheckField
				label={words.asksPassword}
				checked={fields.asksPassword}
				onChange={({ currentTarget }) => onChange({ asksPassword: currentTarget.checked })}
			/>
			{fields.asksPassword && (
				<TextField
					label={hasOne ? words.newPassword : words.password}
					type="password"
					autocomplete="new-password"
					maxLength={128}
					value={fields.password}
					hint={hasOne ? words.keepsPassword : words.passwordHint(least)}
					error={faults.password && words.passwordBad(least)}
					onInput={({ currentTarget }) => onChange({ password: currentTarget.value })}
				/>
			)}
		</>
	);
};

interface EditLinkProps {
	/** Absent for a new one. */
	link: PrivateLink | undefined;
	available: readonly SharedArea[];
	onMade(made: MadeLink): void;
	onClose(): void;
}

/** The form that adds or changes a private link. */
export const EditLink = ({ link, available, onMade, onClose }: EditLinkProps) => {
	const words = useWords();
	const all = useAreaWords("sharing");
	const texts = all.links;
	const { site, timeZone, now } = useSiteView();
	const [fields, setFields] = useState(() =>
		link ? fieldsOfLink(link, timeZone) : emptyLink(texts.defaultName),
	);
	const [isChecked, setIsChecked] = useState(false);
	const { isBusy, failure, write } = useWrite();
	const found = linkFaults(fields, link, { today: dayOf(now, timeZone), timeZone });
	const faults = isChecked ? found : {};
	const onChange = (part: Partial<LinkFields>) => setFields({ ...fields, ...part });
	const save = () => {
		setIsChecked(true);
		if (Object.keys(found).length > 0) return;
		void write(async () => {
			if (!link) return onMade(await addLink(site.id, newLinkOf(fields, timeZone)));
			const changes = changesOf(fields, link, timeZone);
			if (Object.keys(changes).length > 0) await changeLink(site.id, link.linkId, changes);
			toast(texts.changed(fields.name.trim()));
			onClose();
		});
	};
	const props = { fields, faults, onChange };
	const dayFault = faults.lastDay === "past" ? texts.dayPast : words.range.badDay;
	return (
		<FormDialog
			title={link ? texts.editTitle : texts.addTitle}
			action={link ? all.definitions.save : texts.make}
			isReady={!isBusy}
			onSubmit={save}
			onClose={onClose}
		>
			<TextField
				label={texts.name}
				value={fields.name}
				maxLength={100}
				hint={texts.nameHint}
				error={faults.name && all.definitions.nameBad}
				onInput={({ currentTarget }) => onChange({ name: currentTarget.value })}
			/>
			<AreaFields {...props} available={available} />
			<TextField
				label={texts.lastDay}
				type="date"
				value={fields.lastDay}
				hint={texts.lastDayHint(timeZone)}
				error={faults.lastDay && dayFault}
				onInput={({ currentTarget }) => onChange({ lastDay: currentTarget.value })}
			/>
			<PasswordFields {...props} hasOne={link?.asksPassword === true} />
			{failure && <FailureLine failure={failure} />}
		</FormDialog>
	);
};
