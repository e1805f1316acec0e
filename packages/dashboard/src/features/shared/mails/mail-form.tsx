import { useMemo, useState } from "preact/hooks";
import { useSession } from "../../../api/session.ts";
import { WEEKDAYS } from "../../../format/week-start.ts";
import { useWording } from "../../../i18n/language.ts";
import { LANGUAGES } from "../../../i18n/languages.ts";
import { firstDayOfWeek } from "../../../layout/preference/week-start.ts";
import { useWrite } from "../../../layout/write/use-write.ts";
import { Banner } from "../../../ui/banner.tsx";
import { CheckField, SelectField, TextField } from "../../../ui/form/field.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { ZoneField } from "../time/zone-field.tsx";
import { useDraft } from "../write/drafts.ts";
import { focusFault } from "../write/focus-fault.ts";
import { FormButtons } from "../write/form-buttons.tsx";
import { useKeptNote } from "../write/use-kept-note.ts";
import { type ReportMail, saveReportMail } from "./mail-api.ts";
import {
	type MailDraft,
	mailBodyOf,
	mailDraftOf,
	newMail,
	PARTS,
	PERIODS,
	toggledParts,
	WEEK_STARTS,
} from "./mail-draft.ts";
import type { MailPlace } from "./mail-place.ts";
import { hourOfDay, weekdayName } from "./mail-text.ts";
import css from "./mails.module.css";
import { RecipientFields } from "./recipient-fields.tsx";
import { SegmentField } from "./segment-field.tsx";
import { useMailWords } from "./use-mail-words.ts";

interface FieldsProps {
	draft: MailDraft;
	onChange(change: Partial<MailDraft>): void;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const WEEKDAY_NUMBERS = [1, 2, 3, 4, 5, 6, 7];
const MONTHDAYS = Array.from({ length: 31 }, (_, day) => day + 1);

const ScheduleFields = ({ draft, onChange }: FieldsProps) => {
	const { form: texts } = useMailWords();
	const { locale } = useWording();
	return (
		<fieldset>
			<legend>{texts.when}</legend>
			<div class={css["pair"]}>
				<SelectField
					label={texts.every}
					value={draft.every}
					choices={PERIODS.map((period) => [period, texts.periods[period]])}
					onChoose={(every) => onChange({ every })}
				/>
				{draft.every === "week" && (
					<SelectField
						label={texts.weekday}
						value={String(draft.weekday)}
						choices={WEEKDAY_NUMBERS.map((day) => [String(day), weekdayName(day, locale)])}
						onChoose={(day) => onChange({ weekday: Number(day) })}
					/>
				)}
				{draft.every === "month" && (
					<SelectField
						label={texts.monthday}
						hint={draft.monthday > 28 && texts.monthdayHint}
						value={String(draft.monthday)}
						choices={MONTHDAYS.map((day) => [String(day), String(day)])}
						onChoose={(day) => onChange({ monthday: Number(day) })}
					/>
				)}
				<SelectField
					label={texts.hour}
					value={String(draft.hour)}
					choices={HOURS.map((hour) => [String(hour), hourOfDay(hour, locale)])}
					onChoose={(hour) => onChange({ hour: Number(hour) })}
				/>
				<ZoneField
					label={texts.zone}
					value={draft.timeZone}
					onChoose={(timeZone) => onChange({ timeZone })}
				/>
			</div>
			<div class={css["pair"]}>
				<SelectField
					label={texts.language}
					value={draft.language}
					choices={Object.entries(LANGUAGES) as [MailDraft["language"], string][]}
					onChoose={(language) => onChange({ language })}
				/>
				<SelectField
					label={texts.weekStart}
					value={draft.weekStartsOn}
					choices={WEEK_STARTS.map((day) => [day, texts.weekStarts[day]])}
					onChoose={(weekStartsOn) => onChange({ weekStartsOn })}
				/>
			</div>
		</fieldset>
	);
};

const ContentFields = ({ draft, onChange, place }: FieldsProps & { place: MailPlace }) => {
	const { form: texts } = useMailWords();
	return (
		<fieldset>
			<legend>{texts.what}</legend>
			<p class={css["small"]}>{texts.figuresAlways}</p>
			<div class={css["checks"]}>
				{PARTS.map((part) => (
					<CheckField
						key={part}
						label={texts.parts[part]}
						checked={draft.parts.includes(part)}
						onChange={() => onChange({ parts: toggledParts(draft.parts, part) })}
					/>
				))}
			</div>
			<SegmentField
				organizationId={place.organizationId}
				siteId={draft.siteId}
				chosen={draft.segmentId}
				onChoose={(segmentId) => onChange({ segmentId })}
			/>
			<CheckField
				label={texts.pdf}
				checked={draft.attachPdf}
				onChange={({ currentTarget }) => onChange({ attachPdf: currentTarget.checked })}
			/>
		</fieldset>
	);
};

/** Days that a mail's weeks may start on. */
const weekStartFor = (locale: string): MailDraft["weekStartsOn"] => {
	const day = WEEKDAYS[firstDayOfWeek(locale)];
	return WEEK_STARTS.find((one) => one === day) ?? "monday";
};

/** Adds a report by mail or changes one; what is not saved is kept until the tab is closed. */
export const MailForm = ({ mail, place }: { mail?: ReportMail; place: MailPlace }) => {
	const words = useMailWords();
	const { form: texts } = words;
	const { language, locale } = useWording();
	const { data: person } = useSession();
	const saved = useMemo(
		() =>
			mail
				? mailDraftOf(mail)
				: newMail({
						...{ name: texts.usualName, siteId: place.site?.siteId ?? null, language },
						...{ timeZone: place.timeZone, weekStartsOn: weekStartFor(locale) },
						members: person ? [person.id] : [],
					}),
		[mail?.reportMailId, mail?.updatedAt, person?.id, language],
	);
	const key = `${place.organizationId} ${place.site?.siteId ?? "all"} mail ${mail?.reportMailId ?? "new"}`;
	const { fields: draft, isChanged, change, discard } = useDraft(key, saved);
	const [hasTried, setHasTried] = useState(false);
	const { isBusy, error, write, clear } = useWrite();
	const isNamed = draft.name.trim() !== "";
	const title = mail ? texts.edit : texts.add;
	const shownName = mail?.name ?? texts.add;
	useKeptNote(key, texts.kept(shownName));
	const onChange = (part: Partial<MailDraft>) => {
		clear();
		change(part);
	};
	const save = async () => {
		setHasTried(true);
		if (!isNamed) return focusFault();
		const { organizationId } = place;
		let id = 0;
		const isSaved = await write(async () => {
			id = await saveReportMail(organizationId, mail?.reportMailId, mailBodyOf(draft));
		});
		if (!isSaved) return;
		const known = mail ? mailDraftOf(mail).addresses : [];
		const isAsked = draft.addresses.some((address) => !known.includes(address));
		discard();
		toast(isAsked ? texts.savedAsked : texts.saved);
		place.goTo([String(id)]);
	};
	return (
		<Panel
			label={title}
			title={title}
			foot={
				<FormButtons
					save={texts.save}
					isBusy={isBusy}
					onSave={() => void save()}
					discard={isChanged && { label: texts.discard, onDiscard: discard }}
					cancelHref={place.linkTo(mail ? [String(mail.reportMailId)] : [])}
				/>
			}
		>
			<form
				class={css["form"]}
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					void save();
				}}
			>
				<TextField
					label={texts.name}
					hint={texts.nameHint}
					value={draft.name}
					maxLength={255}
					autocomplete="off"
					error={hasTried && !isNamed ? texts.nameBad : undefined}
					onInput={({ currentTarget }) => onChange({ name: currentTarget.value })}
				/>
				<ScheduleFields {...{ draft, onChange }} />
				<RecipientFields {...{ draft, onChange, place }} />
				<ContentFields {...{ draft, onChange, place }} />
				{error && <Banner tone="bad">{error}</Banner>}
				{/* Enter in a field submits. */}
				<button type="submit" hidden />
			</form>
		</Panel>
	);
};
