import { useState } from "preact/hooks";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWrite } from "../../../layout/write/use-write.ts";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/copy.tsx";
import { SelectField, TextField } from "../../../ui/form/field.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { FormDialog } from "../../../ui/overlay/form-dialog.tsx";
import css from "./access.module.css";
import { createKey } from "./key-api.ts";
import {
	type Level,
	type Levels,
	NO_SCOPE,
	PRESETS,
	type Preset,
	permissionsOf,
	SCOPED,
	SCOPED_NAMES,
} from "./key-scopes.ts";

const DAY_SECONDS = 86_400;
const LIFETIMES = ["never", "30", "90", "365"] as const;
type Lifetime = (typeof LIFETIMES)[number];

const ScopeFields = ({
	levels,
	onlyReads,
	onChange,
}: {
	levels: Levels;
	onlyReads: boolean;
	onChange(levels: Levels): void;
}) => {
	const words = useAreaWords("around").keys;
	return (
		<fieldset class={css["group"]}>
			<legend>{words.may}</legend>
			<div class={css["scopes"]}>
				{SCOPED_NAMES.map((name) => {
					const all: readonly Level[] = ["none", ...SCOPED[name]];
					const choices = all.filter((level) => level !== "write" || !onlyReads);
					if (choices.length === 1) return null;
					return [
						<span key={name} aria-hidden="true">
							{words.scope[name]}
						</span>,
						<SelectField<Level>
							key={`${name} level`}
							isBare
							label={words.scope[name]}
							value={levels[name]}
							choices={choices.map((one) => [one, words.level[one]])}
							onChoose={(level) => onChange({ ...levels, [name]: level })}
						/>,
					];
				})}
			</div>
		</fieldset>
	);
};

interface KeyFormProps {
	/** Absent for a personal key. */
	organizationId: string | undefined;
	/** The key's owner is a viewer, whose keys can only read. */
	onlyReads?: boolean;
	onMade(key: string): void;
	onClose(): void;
}

/** The name, scopes and lifetime of a new key. */
export const KeyForm = ({ organizationId, onlyReads = false, onMade, onClose }: KeyFormProps) => {
	const words = useAreaWords("around").keys;
	const { name: nameLabel } = useAreaWords("around");
	const [name, setName] = useState("");
	const [lifetime, setLifetime] = useState<Lifetime>("never");
	const [preset, setPreset] = useState<Preset>("read");
	const [own, setOwn] = useState(NO_SCOPE);
	const [isChecked, setIsChecked] = useState(false);
	const { isBusy, error, write } = useWrite();
	const permissions = permissionsOf(preset, own);
	const isNamed = name.trim() !== "";
	const hasScope = permissions === null || Object.keys(permissions).length > 0;
	const submit = async () => {
		setIsChecked(true);
		if (!isNamed || !hasScope) return;
		await write(async () =>
			onMade(
				await createKey(organizationId, {
					name: name.trim(),
					...(lifetime !== "never" && { expiresIn: Number(lifetime) * DAY_SECONDS }),
					...(permissions && { permissions: permissions as never }),
				}),
			),
		);
	};
	return (
		<FormDialog
			title={words.title}
			action={words.add}
			isReady={!isBusy}
			error={error ?? (isChecked && !hasScope ? words.needScope : undefined)}
			onSubmit={() => void submit()}
			onClose={onClose}
		>
			<p>{organizationId === undefined ? words.ofAccount : words.ofOrganization}</p>
			<TextField
				label={nameLabel}
				value={name}
				placeholder={words.namePlaceholder}
				maxLength={255}
				error={isChecked && !isNamed ? words.needName : undefined}
				onInput={({ currentTarget }) => setName(currentTarget.value)}
			/>
			<SelectField<Preset>
				label={words.access}
				value={preset}
				choices={PRESETS.filter((one) => !onlyReads || one === "read" || one === "own").map(
					(one) => [one, words.preset[one]],
				)}
				onChoose={setPreset}
			/>
			{preset === "own" && <ScopeFields levels={own} onlyReads={onlyReads} onChange={setOwn} />}
			<SelectField<Lifetime>
				label={words.lifetime}
				value={lifetime}
				choices={LIFETIMES.map((one) => [one, words.lifetimes[one]])}
				onChoose={setLifetime}
			/>
		</FormDialog>
	);
};

/** Shows a new key, the only time it can be shown. */
export const MadeKey = ({ value, onClose }: { value: string; onClose(): void }) => {
	const words = useAreaWords("around").keys;
	return (
		<Dialog
			title={words.madeTitle}
			onClose={onClose}
			foot={
				<Button kind="main" onClick={onClose}>
					{words.done}
				</Button>
			}
		>
			<p>{words.madeText}</p>
			<CodeBlock code={value} />
		</Dialog>
	);
};
