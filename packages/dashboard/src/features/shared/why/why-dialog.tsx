import { useEffect, useState } from "preact/hooks";
import type { AnswerTo } from "../../../api/site-reports.ts";
import { moneyText } from "../../../format/money.ts";
import { figureText, percentText } from "../../../format/number.ts";
import { clockText, dateText, momentText, type TimeContext } from "../../../format/time.ts";
import { parseWallTime, wallTimeOf } from "../../../format/wall-time.ts";
import { loadArea, useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { OTHER_AREAS } from "../../../i18n/other-areas.ts";
import { ReportPending } from "../../../layout/report-pending.tsx";
import { useSiteView } from "../../../layout/site-view.ts";
import { valueText } from "../../../layout/text/filter-text.ts";
import { useSiteReport } from "../../../layout/use-site-report.ts";
import { filtersParameter, rowFilterOf, toggled } from "../../../router/filters.ts";
import { useAddress } from "../../../router/use-address.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Table, type TableColumn } from "../../../ui/table.tsx";
import css from "./why-dialog.module.css";
import type { WhyOf } from "./why-of.ts";

interface WhyDialogProps {
	of: WhyOf;
	onClose(): void;
}

type Explanation = AnswerTo<"changes">;
type Segment = Explanation["segments"][number];

/** A row of the table: a segment, or what is left over. */
interface Row {
	id: string;
	segment: Segment | undefined;
	contribution: number;
}

/** A value of a dimension that the filters do not know, such as an error's message. */
const NOT_FILTERED = ["error"];

const useFigureText = ({ type, currency }: Pick<Explanation, "type" | "currency">) => {
	const { locale } = useWording();
	const text = (figure: number): string => {
		if (type === "money") return moneyText(figure, currency ?? "", locale);
		if (type === "fraction") return percentText(figure * 100, locale);
		if (type === "percent") return percentText(figure, locale);
		return figureText(
			figure,
			type === "seconds" ? "seconds" : type === "number" ? "ratio" : "count",
			locale,
		);
	};
	const signed = (figure: number) =>
		`${figure > 0 ? "+" : figure < 0 ? "−" : ""}${text(Math.abs(figure))}`;
	return { text, signed };
};

const useTime = (): TimeContext => {
	const { locale } = useWording();
	const { now, timeZone } = useSiteView();
	return { locale, now: wallTimeOf(now, timeZone) };
};

/** A part of the change; a click filters by all of its values. */
const Part = ({ segment, onDone }: { segment: Segment; onDone(): void }) => {
	const wording = useWording();
	const texts = useAreaWords("changes");
	const { address, change } = useAddress();
	const values = Object.entries(segment.dimensions);
	const shown = values.map(([field, value]) => valueText(field, value, wording)).join(" · ");
	if (values.some(([field]) => NOT_FILTERED.includes(field)))
		return <span class={css["part"]}>{shown}</span>;
	const narrow = () => {
		const filters = values.reduce(
			(all, [field, value]) =>
				rowFilterOf(all, field, value) === "only" ? all : toggled(all, field, value, "only"),
			address.filters,
		);
		change({ filters });
		onDone();
	};
	return (
		<button
			type="button"
			class={`link ${css["part"]}`}
			title={texts.filterBy(shown)}
			onClick={narrow}
		>
			{shown}
		</button>
	);
};

const Parts = ({ answer, onDone }: { answer: Explanation; onDone(): void }) => {
	const texts = useAreaWords("changes");
	const time = useTime();
	const { text, signed } = useFigureText(answer);
	const sinceText = (since: string | null | undefined) => {
		const wall = since ? parseWallTime(since) : undefined;
		if (wall === undefined) return "–";
		const day = dateText(wall, time);
		return answer.bucket === "hour" ? `${day} ${clockText(wall, time.locale)}` : day;
	};
	const rows: Row[] = [
		...answer.segments.map((segment) => ({
			id: JSON.stringify(segment.dimensions),
			segment,
			contribution: segment.contribution,
		})),
		{ id: "rest", segment: undefined, contribution: answer.rest },
	];
	const number = (id: string, head: string, cell: (row: Row) => string): TableColumn<Row> => ({
		...{ id, head, cell, isNumber: true },
	});
	const columns: TableColumn<Row>[] = [
		{
			id: "part",
			head: texts.segment,
			cell: ({ segment }) => (segment ? <Part segment={segment} onDone={onDone} /> : texts.rest),
		},
		number("contribution", texts.contribution, ({ contribution }) => signed(contribution)),
		number("before", texts.before, ({ segment }) => (segment ? text(segment.from) : "")),
		number("now", texts.now, ({ segment }) => (segment ? text(segment.to) : "")),
		number("since", texts.since, ({ segment }) => (segment ? sinceText(segment.since) : "")),
	];
	return <Table label={texts.table} columns={columns} rows={rows} keyOf={({ id }) => id} />;
};

const Beside = ({ answer }: { answer: Explanation }) => {
	const texts = useAreaWords("changes");
	const { locale } = useWording();
	const { now, timeZone } = useSiteView();
	if (answer.beside.length === 0) return null;
	const at = (instant: string) => momentText(Date.parse(instant), { locale, timeZone, now });
	return (
		<section class={css["beside"]}>
			<h3>{texts.beside}</h3>
			<ul>
				{answer.beside.map(({ kind, at: began, until, title, url }) => (
					<li key={`${kind} ${began} ${title}`}>
						{`${at(began)}${until === null ? "" : ` – ${at(until)}`} · ${texts.kinds[kind]}`}
						{title !== "" && ": "}
						{url === null ? (
							title
						) : (
							<a class="link" href={url} target="_blank" rel="noreferrer">
								{title}
							</a>
						)}
					</li>
				))}
			</ul>
		</section>
	);
};

const Answer = ({ answer, onDone }: { answer: Explanation; onDone(): void }) => {
	const texts = useAreaWords("changes");
	const { locale } = useWording();
	return (
		<>
			<div class={css["sentences"]}>
				{answer.sentences.map((sentence) => (
					<p key={sentence}>{sentence}</p>
				))}
			</div>
			{answer.segments.length > 0 && <Parts answer={answer} onDone={onDone} />}
			{answer.chance !== null && answer.difference !== 0 && (
				<p class={css["chance"]}>{texts.chance(percentText(answer.chance * 100, locale))}</p>
			)}
			<Beside answer={answer} />
		</>
	);
};

const Shown = ({ of, onClose }: WhyDialogProps) => {
	const { metric, name, where, eventName, errorId } = of;
	const { words, language } = useWording();
	const { address } = useAddress();
	const filters = filtersParameter([
		...address.filters,
		...(where ? toggled([], where.field, where.value) : []),
	]);
	const report = useSiteReport("changes", {
		parameters: {
			...{ metric, language },
			...(filters !== undefined && { filters }),
			...(eventName !== undefined && { event_name: eventName }),
			...(errorId !== undefined && { errorId }),
		},
		keepsOther: false,
	});
	return (
		<Dialog
			title={words.chart.whyOf(name)}
			look="broad"
			onClose={onClose}
			foot={
				<span class="row end">
					<Button onClick={onClose}>{words.part.close}</Button>
				</span>
			}
		>
			{report.data === undefined ? (
				<ReportPending report={report} rows={5} />
			) : (
				<Answer answer={report.data} onDone={onClose} />
			)}
		</Dialog>
	);
};

/** Why a figure differs from the comparison period: the parts of the change, since when, and what lies beside it. */
export const WhyDialog = (props: WhyDialogProps) => {
	const { language } = useWording();
	const [loaded, setLoaded] = useState<string>();
	useEffect(() => {
		void loadArea("changes", OTHER_AREAS.changes, language).then(() => setLoaded(language));
	}, [language]);
	return loaded === language ? <Shown {...props} /> : null;
};
