import { useId, useState } from "preact/hooks";
import { failureOf, type RequestFailure } from "../../../api/failure.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { Button } from "../../../ui/button.tsx";
import { joined } from "../../../ui/class-names.ts";
import fieldCss from "../../../ui/form/field.module.css";
import { CheckField, SelectField, TextField } from "../../../ui/form/field.tsx";
import frame from "../frame/frame.module.css";
import { FailureLine } from "../frame/section.tsx";
import { checkSchema, type EventSchema, proposedSchema, type SchemaCheck } from "./schema-api.ts";
import css from "./schemas.module.css";
import { useSchemaWords } from "./use-schema-words.ts";
import { ViolationTable } from "./violation-table.tsx";

const MODES = ["watch", "warn", "quarantine"] as const;

/** A JSON object in a text; `undefined` for anything else. */
export const objectIn = (text: string): Record<string, unknown> | undefined => {
	try {
		const value: unknown = JSON.parse(text);
		const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
		return isObject ? (value as Record<string, unknown>) : undefined;
	} catch {
		return undefined;
	}
};

const textOf = (schema: object) => JSON.stringify(schema, undefined, 2);

const CheckResult = ({ check }: { check: SchemaCheck }) => {
	const words = useSchemaWords();
	return (
		<div class="col" role="status">
			<p>{words.fitting(String(check.fitting), String(check.checked))}</p>
			{check.violations.length > 0 && (
				<ViolationTable
					rows={check.violations.map((one) => ({ ...one, event: check.event }))}
					label={words.check}
				/>
			)}
		</div>
	);
};

/** Edits one schema: derives it from recent events, compares it with them, and saves it. */
export const SchemaForm = ({
	initial,
	onSave,
}: {
	initial: EventSchema;
	onSave(schema: EventSchema, confirm: boolean): Promise<void>;
}) => {
	const words = useSchemaWords();
	const { site } = useSiteView();
	const id = useId();
	const [event, setEvent] = useState(initial.event);
	const [mode, setMode] = useState(initial.mode);
	const [text, setText] = useState(textOf(initial.schema));
	const [confirm, setConfirm] = useState(false);
	const [note, setNote] = useState("");
	const [check, setCheck] = useState<SchemaCheck>();
	const [failure, setFailure] = useState<RequestFailure>();

	const attempt = async (work: () => Promise<void>) => {
		setFailure(undefined);
		setNote("");
		setCheck(undefined);
		try {
			await work();
		} catch (thrown) {
			setFailure(failureOf(thrown));
		}
	};
	const withSchema = (work: (schema: EventSchema) => Promise<void>) =>
		attempt(async () => {
			const schema = objectIn(text);
			if (schema === undefined) setNote(words.notJson);
			else await work({ event, mode, schema });
		});
	const propose = () =>
		attempt(async () => {
			const { schema, checked } = await proposedSchema(site.id, event);
			setText(textOf(schema));
			setNote(words.proposed(String(checked)));
		});
	return (
		<form
			noValidate
			class="col"
			onSubmit={(submitted) => {
				submitted.preventDefault();
				void withSchema((schema) => onSave(schema, confirm));
			}}
		>
			<TextField
				label={words.event}
				value={event}
				maxLength={256}
				autocomplete="off"
				onInput={({ currentTarget }) => setEvent(currentTarget.value)}
			/>
			<SelectField
				label={words.mode}
				value={mode}
				choices={MODES.map((one) => [one, words.modes[one]])}
				onChoose={(chosen) => setMode(chosen)}
			/>
			<div class={fieldCss["field"]}>
				<label for={id}>{words.schema}</label>
				<textarea
					id={id}
					class={joined(frame["area"], css["text"], "mono")}
					spellcheck={false}
					value={text}
					onInput={({ currentTarget }) => setText(currentTarget.value)}
				/>
			</div>
			{mode === "quarantine" && (
				<CheckField label={words.anyway} checked={confirm} onChange={() => setConfirm(!confirm)} />
			)}
			<span class="row wrap">
				<Button disabled={event === ""} onClick={propose}>
					{words.propose}
				</Button>
				<Button
					disabled={event === ""}
					onClick={() => withSchema(async (schema) => setCheck(await checkSchema(site.id, schema)))}
				>
					{words.check}
				</Button>
				<Button kind="main" type="submit" disabled={event === ""}>
					{words.add}
				</Button>
			</span>
			{note && <p role="status">{note}</p>}
			{check && <CheckResult check={check} />}
			{failure && <FailureLine failure={failure} />}
		</form>
	);
};
