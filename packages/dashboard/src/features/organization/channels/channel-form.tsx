import { useState } from "preact/hooks";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWrite } from "../../../layout/write/use-write.ts";
import { SelectField, TextField } from "../../../ui/form/field.tsx";
import { FormDialog } from "../../../ui/overlay/form-dialog.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import access from "../../shared/access/access.module.css";
import { addChannel, type Channel, type ChannelKind, changeChannel } from "./channel-api.ts";
import {
	type Draft,
	draftOf,
	FIELDS,
	type Field,
	isTargetKept,
	KINDS,
	missingFields,
	NEW_DRAFT,
	targetOf,
} from "./channel-draft.ts";
import { useChannelWords } from "./use-channel-words.ts";

interface ChannelFormProps {
	organizationId: string;
	/** Absent for a new one. */
	channel: Channel | undefined;
	/** Called with the signing secret of a new webhook. */
	onSecret(secret: string): void;
	onClose(): void;
}

/** Adds a channel or changes one; what is secret of an existing one is not known here. */
export const ChannelForm = ({ organizationId, channel, onSecret, onClose }: ChannelFormProps) => {
	const words = useChannelWords();
	const { save } = useAreaWords("around");
	const [draft, setDraft] = useState(channel ? draftOf(channel) : NEW_DRAFT);
	const [isChecked, setIsChecked] = useState(false);
	const { isBusy, error, write, clear } = useWrite();
	const { kind, fields, name } = draft;
	const change = (changed: Partial<Draft>) => {
		clear();
		setDraft((before) => ({ ...before, ...changed }));
	};
	const isKept = channel !== undefined && isTargetKept(draft, channel);
	const missing = isChecked && !isKept ? missingFields(draft) : [];
	const hintOf = (field: Field): string | undefined => {
		if (field === "url") return channel ? words.kept : words.hints[kind];
		if (field === "token" && channel) return words.allAgain;
		if (field === "token" && kind === "ntfy") return words.hints["ntfyToken"];
		return words.hints[field];
	};
	const submit = async () => {
		setIsChecked(true);
		if (name.trim() === "" || (!isKept && missingFields(draft).length > 0)) return;
		let secret: string | null = null;
		const isMade = await write(async () => {
			const body = { name: name.trim(), target: targetOf(draft) };
			if (!channel) secret = await addChannel(organizationId, body);
			else await changeChannel(channel, isKept ? { name: body.name } : body);
		});
		if (!isMade) return;
		toast(words.saved);
		onClose();
		if (secret !== null) onSecret(secret);
	};
	return (
		<FormDialog
			title={channel ? words.editTitle(channel.name) : words.add}
			action={channel ? save : words.add}
			isReady={!isBusy}
			error={error}
			onSubmit={() => void submit()}
			onClose={onClose}
		>
			<TextField
				label={words.name}
				value={name}
				maxLength={60}
				autocomplete="off"
				hint={words.nameHint}
				error={isChecked && name.trim() === "" ? words.needed : undefined}
				onInput={({ currentTarget }) => change({ name: currentTarget.value })}
			/>
			{!channel && (
				<SelectField<ChannelKind>
					label={words.kind}
					value={kind}
					choices={KINDS.map((one) => [one, words.kinds[one]])}
					onChoose={(one) => change({ kind: one })}
				/>
			)}
			<p class={access["small"]}>{words.howTo[kind]}</p>
			{FIELDS[kind].map((field) => (
				<TextField
					key={field}
					label={words.fields[field]}
					type={field === "token" ? "password" : "text"}
					autocomplete={field === "token" ? "new-password" : "off"}
					value={fields[field] ?? ""}
					maxLength={2048}
					hint={hintOf(field)}
					error={missing.includes(field) ? words.needed : undefined}
					onInput={({ currentTarget }) =>
						change({ fields: { ...fields, [field]: currentTarget.value } })
					}
				/>
			))}
		</FormDialog>
	);
};
