import { useState } from "preact/hooks";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWrite } from "../../../layout/write/use-write.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { CheckField, SelectField, TextField } from "../../../ui/form/field.tsx";
import { FormDialog } from "../../../ui/overlay/form-dialog.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import access from "../../shared/access/access.module.css";
import {
	checkDestination,
	type DestinationList,
	type Kind,
	type ListedDestination,
	saveDestination,
} from "./destination-api.ts";
import {
	type Draft,
	destinationOf,
	draftOf,
	FIELDS,
	type Field,
	KINDS,
	missingFields,
	newDraft,
	signingSecret,
} from "./destination-draft.ts";

type Permitted = DestinationList["permitted"];

interface PartProps {
	draft: Draft;
	onChange(change: Partial<Draft>): void;
}

const TargetFields = ({
	draft,
	onChange,
	permitted,
	isChecked,
}: PartProps & { permitted: Permitted; isChecked: boolean }) => {
	const words = useAreaWords("destinations");
	const { kind, fields } = draft;
	const missing = isChecked ? missingFields(draft) : [];
	const hintOf = (field: Field) =>
		field === "path" && permitted.folder !== null
			? words.below(permitted.folder)
			: words.hints[field];
	return (
		<>
			{kind === "folder" && permitted.folder === null && (
				<Banner tone="warn">{words.noFolders}</Banner>
			)}
			{kind !== "folder" && !permitted.privateNetworks && (
				<p class={access["small"]}>{words.noPrivate}</p>
			)}
			{FIELDS[kind].map((field) => (
				<TextField
					key={field}
					label={words.fields[field]}
					value={fields[field] ?? ""}
					maxLength={2000}
					autocomplete="off"
					hint={hintOf(field)}
					error={missing.includes(field) ? words.needed : undefined}
					onInput={({ currentTarget }) =>
						onChange({ fields: { ...fields, [field]: currentTarget.value } })
					}
				/>
			))}
			{(kind === "postgres" || kind === "kafka") && (
				<CheckField
					label={words.tls}
					checked={draft.tls}
					onChange={({ currentTarget }) => onChange({ tls: currentTarget.checked })}
				/>
			)}
		</>
	);
};

const SecretField = ({ draft, onChange, isKept }: PartProps & { isKept: boolean }) => {
	const words = useAreaWords("destinations");
	const { kind, secret } = draft;
	if (kind === "folder") return null;
	const isSigning = kind === "http";
	return (
		<>
			<TextField
				label={words.secrets[kind]}
				// A signing secret has to be copied.
				type={isSigning ? "text" : "password"}
				autocomplete={isSigning ? "off" : "new-password"}
				value={secret}
				maxLength={4096}
				hint={isSigning && secret !== "" ? words.secretHttp : isKept && words.secretKept}
				onInput={({ currentTarget }) => onChange({ secret: currentTarget.value })}
			/>
			{isSigning && (
				<div>
					<Button onClick={() => onChange({ secret: signingSecret() })}>{words.generate}</Button>
				</div>
			)}
		</>
	);
};

const FilterFields = ({ draft, onChange, isNew }: PartProps & { isNew: boolean }) => {
	const words = useAreaWords("destinations");
	return (
		<fieldset class={access["group"]}>
			<legend>{words.more}</legend>
			{(["sites", "types", "columns"] as const).map((name) => (
				<TextField
					key={name}
					label={words[name]}
					value={draft[name]}
					autocomplete="off"
					hint={words.all}
					onInput={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
				/>
			))}
			<CheckField
				label={words.hasBots}
				checked={draft.hasBots}
				onChange={({ currentTarget }) => onChange({ hasBots: currentTarget.checked })}
			/>
			{isNew && (
				<SelectField<Draft["start"]>
					label={words.start}
					value={draft.start}
					choices={(["now", "history"] as const).map((one) => [one, words.starts[one]])}
					onChoose={(start) => onChange({ start })}
				/>
			)}
		</fieldset>
	);
};

interface DestinationFormProps {
	/** Absent for a new one. */
	destination: ListedDestination | undefined;
	permitted: Permitted;
	onClose(): void;
}

/** Adds a destination or changes one; "Check" tries it before it is saved. */
export const DestinationForm = ({ destination, permitted, onClose }: DestinationFormProps) => {
	const words = useAreaWords("destinations");
	const { save } = useAreaWords("around");
	const [draft, setDraft] = useState(
		destination ? draftOf(destination) : newDraft(permitted.folder === null ? "s3" : "folder"),
	);
	const [isChecked, setIsChecked] = useState(false);
	const [isUsable, setIsUsable] = useState(false);
	const { isBusy, error, write, setError, clear } = useWrite();
	const id = destination?.destinationId;
	const change = (changed: Partial<Draft>) => {
		clear();
		setIsUsable(false);
		setDraft((before) => ({ ...before, ...changed }));
	};
	const isNamed = draft.name.trim() !== "";
	const isComplete = () => {
		setIsChecked(true);
		return isNamed && missingFields(draft).length === 0;
	};
	const check = async () => {
		setIsUsable(false);
		if (!isComplete()) return;
		let failure = "";
		const isAnswered = await write(async () => {
			failure = await checkDestination(id, destinationOf(draft));
		});
		if (!isAnswered) return;
		if (failure === "") setIsUsable(true);
		else setError(failure);
	};
	const submit = async () => {
		if (!isComplete()) return;
		if (!(await write(() => saveDestination(id, destinationOf(draft))))) return;
		toast(words.saved);
		onClose();
	};
	const part = { draft, onChange: change };
	return (
		<FormDialog
			title={destination ? words.editTitle(destination.name) : words.add}
			action={destination ? save : words.add}
			isReady={!isBusy}
			error={error}
			onSubmit={() => void submit()}
			onClose={onClose}
		>
			<TextField
				label={words.name}
				value={draft.name}
				maxLength={60}
				autocomplete="off"
				error={isChecked && !isNamed ? words.needed : undefined}
				onInput={({ currentTarget }) => change({ name: currentTarget.value })}
			/>
			{!destination && (
				<SelectField<Kind>
					label={words.kind}
					value={draft.kind}
					choices={KINDS.map((kind) => [kind, words.kinds[kind]])}
					onChoose={(kind) => change({ kind, secret: "" })}
				/>
			)}
			<TargetFields {...part} permitted={permitted} isChecked={isChecked} />
			<SecretField {...part} isKept={destination?.hasSecret ?? false} />
			<FilterFields {...part} isNew={!destination} />
			<div>
				<Button disabled={isBusy} onClick={() => void check()}>
					{words.check}
				</Button>
			</div>
			{isUsable && <Banner tone="good">{words.usable}</Banner>}
		</FormDialog>
	);
};
