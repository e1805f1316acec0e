import { useState } from "preact/hooks";
import { answerOf, client } from "../../../api/client.ts";
import { useReport } from "../../../api/use-report.ts";
import { DifferenceBars } from "../../../charts/difference-bars.tsx";
import { countText, percentText } from "../../../format/number.ts";
import { numberFormat } from "../../../format/number-format.ts";
import { dateRangeText } from "../../../format/time.ts";
import { wallTimeOf } from "../../../format/wall-time.ts";
import { words as german } from "../../../i18n/de/shadow.ts";
import { words as english } from "../../../i18n/en/shadow.ts";
import { isolating } from "../../../i18n/isolated.ts";
import { useWording } from "../../../i18n/language.ts";
import { ReportPending } from "../../../layout/report-pending.tsx";
import { useSiteView } from "../../../layout/site-view.ts";
import { CardState } from "../../../ui/card-state.tsx";
import { SelectField } from "../../../ui/form/field.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Table } from "../../../ui/table.tsx";
import { CsvLink } from "../../shared/export/csv-link.tsx";
import { GuideLink } from "../../shared/report/guide-link.tsx";
import { Section } from "../frame/section.tsx";
import { timeZoneChoices } from "../site/site-fields.ts";
import css from "./imports.module.css";

/** Both languages: few sites load this chunk. */
const WORDS = { en: isolating(english), de: isolating(german) };

const DAY_MS = 86_400_000;
const PERIODS = ["7", "30", "90", "365"] as const;
const FIGURES = ["visits", "visitors", "pageviews"] as const;
const PARTS = ["zones", "bots", "sessions", "people", "unexplained"] as const;

interface Asked {
	days: string;
	importId: string | undefined;
	zone: string;
}

/** @param done how many imports are complete: a new one changes the answer */
const useComparison = ({ days, importId, zone }: Asked, done: number) => {
	const { site, timeZone, now } = useSiteView();
	const today = wallTimeOf(now, timeZone);
	const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);
	const parameters = {
		...{ start_date: dateOf(today - Number(days) * DAY_MS), end_date: dateOf(today) },
		...{ time_zone: timeZone, export_time_zone: zone },
		...(importId !== undefined && { import: importId }),
	};
	const report = useReport({
		key: ["product-comparison", site.id, parameters, done],
		fetch: (signal) =>
			answerOf(
				client.GET("/api/sites/{site}/product-comparison", {
					params: { path: { site: site.id }, query: parameters },
					signal,
				}),
			),
	});
	return { parameters, report };
};

type Answer = NonNullable<ReturnType<typeof useComparison>["report"]["data"]>;

const signed = (value: number, locale: string) =>
	numberFormat(locale, { signDisplay: "exceptZero" }).format(value);

/** The result in a sentence, with the part of a known reason that explains most of it. */
const Result = ({
	total,
	days,
	product,
}: {
	total: Answer["totals"][number];
	days: number;
	product: string;
}) => {
	const { language, locale } = useWording();
	const words = WORDS[language];
	const { figure, theirs, difference } = total;
	const [ofDays, counted] = [words.days(days), words.counted[figure]];
	if (theirs === 0) return null;
	if (difference === 0) return <p>{words.same(ofDays, counted, product)}</p>;
	const percent = percentText((Math.abs(difference) / theirs) * 100, locale);
	const [most] = PARTS.filter((part) => Math.sign(total[part]) === Math.sign(difference)).toSorted(
		(one, other) => Math.abs(total[other]) - Math.abs(total[one]),
	);
	const points = numberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
	return (
		<p>
			{words.result(difference < 0, ofDays, counted, percent, product)}{" "}
			{most &&
				words.explains(words.parts[most], points.format((Math.abs(total[most]) / theirs) * 100))}
		</p>
	);
};

const Differences = ({ answer, figure }: { answer: Answer; figure: (typeof FIGURES)[number] }) => {
	const { language, locale } = useWording();
	const words = WORDS[language];
	const rows = answer.data.filter((row) => row.figure === figure).toReversed();
	const total = answer.totals.find((row) => row.figure === figure);
	if (!total) return null;
	const product = answer.compared?.product ?? "";
	const { before_own, unfinished } = answer.days_left_out;
	const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
	type Row = (typeof rows)[number];
	const column = (id: string, head: string, cell: (row: Row) => string) => ({
		...{ id, head, isNumber: true, cell },
	});
	return (
		<>
			<Result total={total} days={rows.length} product={product} />
			<DifferenceBars
				label={words.title}
				from={{ label: product, text: countText(total.theirs, locale) }}
				to={{ label: words.ours, text: countText(total.ours, locale) }}
				parts={answer.reasons.map(({ reason, is_known }) => {
					const value = reason === "own_visits" || !is_known ? undefined : total[reason];
					return {
						...{ id: reason, label: words.parts[reason], note: words.meanings[reason], value },
						text: value === undefined ? words.unknown : signed(value, locale),
					};
				})}
			/>
			{before_own + unfinished > 0 && (
				<p class="mut">{words.leftOut(words.days(before_own + unfinished))}</p>
			)}
			<Table<Row>
				label={words.byDay}
				isTall
				rows={rows}
				keyOf={(row) => row.day}
				columns={[
					{ id: "day", head: words.day, cell: (row) => day.format(Date.parse(row.day)) },
					column("theirs", product, (row) => countText(row.theirs, locale)),
					column("ours", words.ours, (row) => countText(row.ours, locale)),
					column("difference", words.difference, (row) => signed(row.difference, locale)),
					...PARTS.filter((part) => rows.some((row) => row[part] !== 0)).map((part) =>
						column(part, words.parts[part], (row) => signed(row[part], locale)),
					),
				]}
			/>
		</>
	);
};

/** What another product counted on each day beside the site's own figures, and why they differ. */
export const ProductComparison = ({ done }: { done: number }) => {
	const { language, locale } = useWording();
	const words = WORDS[language];
	const { timeZone, now } = useSiteView();
	const [figure, setFigure] = useState<(typeof FIGURES)[number]>("visits");
	const [days, setDays] = useState<(typeof PERIODS)[number]>("30");
	const [importId, setImportId] = useState<string>();
	const [zone, setZone] = useState(timeZone);
	const { parameters, report } = useComparison({ days, importId, zone }, done);
	const { data: answer } = report;
	const rangeOf = ({ from, to }: { from: string; to: string }) =>
		dateRangeText(Date.parse(from), Date.parse(to), { locale, now: wallTimeOf(now, timeZone) });
	return (
		<Section
			title={words.title}
			text={answer?.compared && words.text(answer.compared.product)}
			isPart
			actions={
				<>
					<GuideLink to="shadow-mode" />
					<CsvLink
						report="product-comparison"
						parameters={parameters}
						label={`CSV: ${words.title}`}
					/>
				</>
			}
		>
			<Panel label={words.title}>
				<div class={css["steps"]}>
					<div class="row wrap">
						<SelectField
							label={words.figure}
							value={figure}
							choices={FIGURES.map((one) => [one, words.figures[one]] as const)}
							onChoose={(one) => setFigure(one)}
						/>
						<SelectField
							label={words.period}
							value={days}
							choices={PERIODS.map((one) => [one, words.lastDays(Number(one))] as const)}
							onChoose={(one) => setDays(one)}
						/>
						<SelectField
							label={words.zone}
							value={zone}
							choices={timeZoneChoices(zone).map((one) => [one, one])}
							onChoose={setZone}
						/>
						{answer && answer.imports.length > 1 && (
							<SelectField
								label={words.import}
								value={answer.compared?.import_id ?? ""}
								choices={answer.imports.map((one) => [
									one.import_id,
									`${one.product}, ${rangeOf(one)}`,
								])}
								onChoose={setImportId}
							/>
						)}
					</div>
					{!answer ? (
						<ReportPending report={report} rows={4} />
					) : answer.data.length === 0 ? (
						<CardState icon="download" title={words.empty}>
							{words.emptyText}
						</CardState>
					) : (
						<Differences answer={answer} figure={figure} />
					)}
				</div>
			</Panel>
		</Section>
	);
};
