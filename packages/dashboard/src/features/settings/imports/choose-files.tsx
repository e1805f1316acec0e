import { useRef, useState } from "preact/hooks";
import { bytesText } from "../../../format/bytes-text.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { Button } from "../../../ui/button.tsx";
import { joined } from "../../../ui/class-names.ts";
import css from "./imports.module.css";

const ACCEPTED = ".csv,.tsv,.json,.jsonl,.ndjson,.gz,.zip";

interface ChooseFilesProps {
	files: readonly File[];
	onChoose(files: readonly File[]): void;
}

/** A drop area for files, with a button to choose them. */
export const ChooseFiles = ({ files, onChoose }: ChooseFilesProps) => {
	const { locale } = useWording();
	const words = useAreaWords("transfer").imports;
	const input = useRef<HTMLInputElement>(null);
	const [isOver, setIsOver] = useState(false);
	const add = (list: FileList | null | undefined) => {
		const added = [...(list ?? [])];
		const others = files.filter(({ name }) => !added.some((one) => one.name === name));
		if (added.length > 0) onChoose([...others, ...added]);
	};
	return (
		<div class="col">
			{/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the shorter way of the button inside */}
			<div
				class={joined(css["drop"], isOver && css["over"])}
				onDragOver={(event) => {
					event.preventDefault();
					setIsOver(true);
				}}
				onDragLeave={() => setIsOver(false)}
				onDrop={(event) => {
					event.preventDefault();
					setIsOver(false);
					add(event.dataTransfer?.files);
				}}
			>
				<p>{words.drop}</p>
				<Button onClick={() => input.current?.click()}>{words.choose}</Button>
				<input
					ref={input}
					hidden
					type="file"
					multiple
					accept={ACCEPTED}
					onChange={({ currentTarget }) => {
						add(currentTarget.files);
						currentTarget.value = "";
					}}
				/>
				<p class="mut">{words.kinds}</p>
			</div>
			{files.length > 0 && (
				<ul class={css["files"]}>
					{files.map((file) => (
						<li key={file.name}>
							<span class="cut">{file.name}</span>
							<span class="mut nw">{bytesText(file.size, locale)}</span>
							<button
								type="button"
								class="link end"
								aria-label={words.removeFile(file.name)}
								onClick={() => onChoose(files.filter((one) => one !== file))}
							>
								{words.remove}
							</button>
						</li>
					))}
				</ul>
			)}
		</div>
	);
};
