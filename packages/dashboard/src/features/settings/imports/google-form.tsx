import { useId, useRef, useState } from "preact/hooks";
import { answerOf, client } from "../../../api/client.ts";
import { invalidate } from "../../../api/query-cache.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { useWrite } from "../../../layout/write/use-write.ts";
import { Button } from "../../../ui/button.tsx";
import fieldCss from "../../../ui/form/field.module.css";
import { TextField } from "../../../ui/form/field.tsx";
import frame from "../frame/frame.module.css";
import { FailureLine } from "../frame/section.tsx";
import type { GooglePlatform } from "./platforms.ts";
import { importsKey } from "./uploads.ts";

/** A key file has some 2 kB. */
const MAX_KEY_LENGTH = 65_536;

const KeyField = ({ value, onChange }: { value: string; onChange(key: string): void }) => {
	const words = useAreaWords("transfer").imports.google;
	const id = useId();
	const input = useRef<HTMLInputElement>(null);
	return (
		<div class={fieldCss["field"]}>
			<label for={id}>{words.key}</label>
			<textarea
				id={id}
				class={frame["area"]}
				value={value}
				maxLength={MAX_KEY_LENGTH}
				autocomplete="off"
				spellcheck={false}
				placeholder={'{ "type": "service_account", … }'}
				aria-describedby={`${id}-more`}
				onInput={({ currentTarget }) => onChange(currentTarget.value)}
			/>
			<p class={fieldCss["hint"]} id={`${id}-more`}>
				{words.keyHint}
			</p>
			<div class="row">
				<Button onClick={() => input.current?.click()}>{words.chooseKey}</Button>
				<input
					ref={input}
					hidden
					type="file"
					accept=".json,application/json"
					onChange={({ currentTarget }) => {
						const [file] = currentTarget.files ?? [];
						void file?.slice(0, MAX_KEY_LENGTH).text().then(onChange);
						currentTarget.value = "";
					}}
				/>
			</div>
		</div>
	);
};

interface GoogleFormProps {
	platform: GooglePlatform;
	onClose(): void;
}

/** Property and key of an import that the server reads from Google. The key is sent once and kept nowhere. */
export const GoogleForm = ({ platform, onClose }: GoogleFormProps) => {
	const { words: common } = useWording();
	const texts = useAreaWords("transfer").imports;
	const words = texts.google;
	const { site } = useSiteView();
	const [property, setProperty] = useState("");
	const [key, setKey] = useState("");
	const [from, setFrom] = useState("");
	const [to, setTo] = useState("");
	const { isBusy, failure, write } = useWrite();
	const isReady = property.trim() !== "" && key.trim() !== "";
	const begin = () => {
		if (!isReady || isBusy) return;
		void write(async () => {
			await answerOf(
				client.POST("/api/sites/{site}/imports/google", {
					params: { path: { site: site.id } },
					body: { platform, property, key, ...(from && { from }), ...(to && { to }) },
				}),
			);
			await invalidate(importsKey(site.id));
			onClose();
		});
	};
	return (
		<>
			<TextField
				label={words.property}
				value={property}
				maxLength={2048}
				autocomplete="off"
				hint={words.propertyHint[platform]}
				onInput={({ currentTarget }) => setProperty(currentTarget.value)}
			/>
			<KeyField value={key} onChange={setKey} />
			<div class="row wrap">
				<TextField
					type="date"
					label={words.from}
					value={from}
					onInput={({ currentTarget }) => setFrom(currentTarget.value)}
				/>
				<TextField
					type="date"
					label={words.to}
					value={to}
					onInput={({ currentTarget }) => setTo(currentTarget.value)}
				/>
			</div>
			<p class="mut">{words.daysHint}</p>
			{failure && <FailureLine failure={failure} />}
			<div class="row wrap">
				<Button kind="main" aria-disabled={!isReady || isBusy} onClick={begin}>
					{texts.start}
				</Button>
				<Button kind="quiet" onClick={onClose}>
					{common.part.cancel}
				</Button>
			</div>
		</>
	);
};
