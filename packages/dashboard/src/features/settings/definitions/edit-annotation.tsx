import { useId, useState } from "preact/hooks";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { useWrite } from "../../../layout/write/use-write.ts";
import { dayOf } from "../../../router/days.ts";
import { CheckField, SelectField, TextField } from "../../../ui/form/field.tsx";
import { FormDialog } from "../../../ui/overlay/form-dialog.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import frame from "../frame/frame.module.css";
import { FailureLine } from "../frame/section.tsx";
import {
	ANNOTATION_COLORS,
	type AnnotationColor,
	type AnnotationFields,
	annotationOf,
	emptyFields,
	faultsOf,
	fieldsOf,
	type ListedAnnotation,
} from "./annotation-form.ts";
import { addAnnotation, changeAnnotation } from "./annotations.ts";
import css from "./definitions.module.css";
import { VisibilityFields } from "./visibility-fields.tsx";

interface FieldsProps {
	fields: AnnotationFields;
	faults: ReturnType<typeof faultsOf>;
	onChange(change: Partial<AnnotationFields>): void;
}

const TimeFields = ({ fields, faults, onChange }: FieldsProps) => {
	const { words } = useWording();
	const texts = useAreaWords("sharing").annotations;
	const { timeZone } = useSiteView();
	return (
		<>
			<div class={css["pair"]}>
				<TextField
					label={texts.day}
					type="date"
					value={fields.day}
					error={faults.day && words.range.badDay}
					onInput={({ currentTarget }) => onChange({ day: currentTarget.value })}
				/>
				<TextField
					label={texts.time}
					type="time"
					value={fields.time}
					error={faults.time && texts.timeBad}
					onInput={({ currentTarget }) => onChange({ time: currentTarget.value })}
				/>
			</div>
			<TextField
				label={texts.lastDay}
				type="date"
				value={fields.lastDay}
				hint={texts.zone(timeZone)}
				error={
					faults.lastDay && (faults.lastDay === "order" ? words.range.order : words.range.badDay)
				}
				onInput={({ currentTarget }) => onChange({ lastDay: currentTarget.value })}
			/>
		</>
	);
};

const DeployFields = ({ fields, faults, onChange }: FieldsProps) => {
	const texts = useAreaWords("sharing").annotations;
	return (
		<>
			<CheckField
				label={texts.isDeploy}
				checked={fields.isDeploy}
				onChange={({ currentTarget }) => onChange({ isDeploy: currentTarget.checked })}
			/>
			{fields.isDeploy && (
				<TextField
					label={texts.version}
					value={fields.version}
					maxLength={100}
					placeholder="1.4.2"
					onInput={({ currentTarget }) => onChange({ version: currentTarget.value })}
				/>
			)}
			<TextField
				label={texts.url}
				type="url"
				value={fields.url}
				maxLength={2048}
				placeholder="https://"
				error={faults.url && texts.urlBad}
				onInput={({ currentTarget }) => onChange({ url: currentTarget.value })}
			/>
		</>
	);
};

const LookFields = ({ fields, faults, onChange }: FieldsProps) => {
	const texts = useAreaWords("sharing").annotations;
	return (
		<div class={css["pair"]}>
			<SelectField<AnnotationColor | "">
				label={texts.color}
				value={fields.color}
				choices={[
					["", texts.noColor],
					...ANNOTATION_COLORS.map((one) => [one, texts.colors[one]] as const),
				]}
				onChoose={(color) => onChange({ color })}
			/>
			<TextField
				label={texts.icon}
				value={fields.icon}
				placeholder="🚀"
				error={faults.icon && texts.iconBad}
				onInput={({ currentTarget }) => onChange({ icon: currentTarget.value.trim() })}
			/>
		</div>
	);
};

const Description = ({ fields, onChange }: FieldsProps) => {
	const words = useAreaWords("sharing").definitions;
	const id = useId();
	return (
		<div class={css["field"]}>
			<label for={id}>{words.description}</label>
			<textarea
				id={id}
				class={frame["area"]}
				value={fields.description}
				maxLength={2000}
				onInput={({ currentTarget }) => onChange({ description: currentTarget.value })}
			/>
		</div>
	);
};

/** The form that adds or changes a note on the chart. */
export const EditAnnotation = ({
	annotation,
	onClose,
}: {
	/** Absent for a new one. */
	annotation: ListedAnnotation | undefined;
	onClose(): void;
}) => {
	const all = useAreaWords("sharing");
	const texts = all.annotations;
	const { site, timeZone, now } = useSiteView();
	const [fields, setFields] = useState(() =>
		annotation ? fieldsOf(annotation, timeZone) : emptyFields(dayOf(now, timeZone)),
	);
	const [isChecked, setIsChecked] = useState(false);
	const { isBusy, failure, write } = useWrite();
	const found = faultsOf(fields);
	const faults = isChecked ? found : {};
	const change = (part: Partial<AnnotationFields>) => setFields({ ...fields, ...part });
	const save = () => {
		setIsChecked(true);
		if (Object.keys(found).length > 0) return;
		const sent = annotationOf(fields, timeZone);
		void write(async () => {
			if (annotation) await changeAnnotation(site.id, annotation.annotationId, sent);
			else await addAnnotation(site.id, sent);
			toast(annotation ? texts.changed : texts.added);
			onClose();
		});
	};
	const props = { fields, faults, onChange: change };
	return (
		<FormDialog
			title={annotation ? texts.editTitle : texts.addTitle}
			action={annotation ? all.definitions.save : texts.add}
			isReady={!isBusy}
			onSubmit={save}
			onClose={onClose}
		>
			<TextField
				label={texts.title}
				value={fields.title}
				maxLength={120}
				error={faults.title && all.definitions.nameBad}
				onInput={({ currentTarget }) => change({ title: currentTarget.value })}
			/>
			<TimeFields {...props} />
			<Description {...props} />
			<DeployFields {...props} />
			<LookFields {...props} />
			<VisibilityFields isPublic={fields.isPublic} isForAll={fields.isForAll} onChange={change} />
			{failure && <FailureLine failure={failure} />}
		</FormDialog>
	);
};
