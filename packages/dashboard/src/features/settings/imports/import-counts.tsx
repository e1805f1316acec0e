import { type PluralForms, pluralForm } from "../../../format/plural.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { type ListedImport, reasonsOf, rowsText } from "./import-progress.ts";
import css from "./imports.module.css";

const Reasons = ({
	title,
	reasons,
	help,
	isOpen = false,
}: {
	title: string;
	reasons: ReturnType<typeof reasonsOf>;
	help?: string;
	isOpen?: boolean;
}) => {
	const { locale } = useWording();
	const words = useAreaWords("transfer").imports;
	if (reasons.length === 0) return null;
	return (
		<details open={isOpen}>
			<summary>{title}</summary>
			<ul class={css["reasons"]}>
				{reasons.map(({ reason, count, rows }) => (
					<li key={reason}>
						<span>{new Intl.NumberFormat(locale).format(count)}</span>
						<span>
							{reason}
							{rows.length > 0 && (
								<span class="mut"> {words.rows(rowsText(rows, count, locale), count)}</span>
							)}
						</span>
					</li>
				))}
			</ul>
			{help && <p class="mut">{help}</p>}
		</details>
	);
};

/** The result of an import: how much was imported, what was skipped and why, and which rows could not be read. */
export const ImportCounts = ({ listed }: { listed: ListedImport }) => {
	const { locale } = useWording();
	const words = useAreaWords("transfer").imports;
	const format = new Intl.NumberFormat(locale);
	const { importedEvents, importedFigures, skippedEvents, invalidEvents, definitions } = listed;
	const events = importedEvents - importedFigures;
	const isBeginning = listed.state === "receiving" && importedEvents === 0;
	const restored = Object.entries(definitions).filter(([, count]) => count > 0);
	const named: Readonly<Record<string, PluralForms>> = words.definitions;
	const nameOf = (kind: string, count: number) => {
		const forms = Object.hasOwn(named, kind) ? named[kind] : undefined;
		return forms ? pluralForm(count, locale, forms) : kind;
	};
	return (
		<>
			<p class={css["counts"]}>
				{(events > 0 || (importedFigures === 0 && !isBeginning)) && (
					<span>
						<b>{format.format(events)}</b> {pluralForm(events, locale, words.events)}
					</span>
				)}
				{importedFigures > 0 && (
					<span>
						<b>{format.format(importedFigures)}</b>{" "}
						{pluralForm(importedFigures, locale, words.figures)}
					</span>
				)}
				{restored.map(([kind, count]) => (
					<span key={kind}>
						<b>{format.format(count)}</b> {nameOf(kind, count)}
					</span>
				))}
			</p>
			{importedFigures > 0 && events === 0 && listed.platform !== "search_console" && (
				<p class="sec">{words.dailySums}</p>
			)}
			<Reasons
				title={words.invalid(format.format(invalidEvents))}
				reasons={reasonsOf(listed.invalid, listed.invalidRows)}
				help={words.invalidHelp}
				isOpen
			/>
			<Reasons title={words.google.noted} reasons={reasonsOf(listed.noted)} isOpen />
			<Reasons
				title={words.skipped(format.format(skippedEvents))}
				reasons={reasonsOf(listed.skipped)}
			/>
		</>
	);
};
