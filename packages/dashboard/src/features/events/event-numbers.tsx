import { useEffect, useState } from "preact/hooks";
import { loadArea } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { OTHER_AREAS } from "../../i18n/other-areas.ts";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { SkeletonBlock } from "../../ui/card-state.tsx";
import { SelectField } from "../../ui/form/field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Table } from "../../ui/table.tsx";
import { oneOf } from "../shared/list/page-keys.ts";
import { usePageKeys } from "../shared/list/use-page-keys.ts";
import { AnswerNotes } from "../shared/question/answer-notes.tsx";
import { AnswerPicture } from "../shared/question/answer-picture.tsx";
import { Figure } from "../shared/question/figure.tsx";
import {
	dimensionsOffered,
	dimensionText,
	type Naming,
	NUMBER_KINDS,
	type NumberKind,
	numberMetric,
	questionTitle,
} from "../shared/question/metric-text.ts";
import { isBucketed, type Question, type QuestionView } from "../shared/question/question.ts";
import { useExploreLink } from "../shared/question/use-explore-link.ts";
import { useNaming } from "../shared/question/use-naming.ts";
import { useQuestion } from "../shared/question/use-question.ts";
import { useChartTime } from "../shared/report/use-chart-time.ts";
import css from "./event-numbers.module.css";

interface NumbersProps {
	/** Of the event. */
	name: string;
	/** Those whose values are numbers, the most frequent first. */
	properties: readonly string[];
}

/** How many properties the table lists; each is a question of its own. */
const MOST_ROWS = 8;
const MOST_BARS = 10;

/** All figures of a property: one question, which the cells of its row share. */
const questionOf = (name: string, property: string): Question => ({
	metrics: NUMBER_KINDS.map((kind) => numberMetric(kind, property)),
	dimensions: [],
	filters: ["is", "event_name", [name]],
});

const Cell = ({
	name,
	property,
	place,
	naming,
}: {
	name: string;
	property: string;
	place: number;
	naming: Naming;
}) => {
	const { data: answered } = useQuestion(questionOf(name, property), true);
	const [row] = answered?.answer.rows ?? [];
	return (
		<span class={css["cell"]}>
			{answered && row ? <Figure {...{ answered, naming, place, row }} /> : "–"}
		</span>
	);
};

const Properties = ({ name, properties, naming }: NumbersProps & { naming: Naming }) => {
	const { own } = naming;
	const first = useQuestion(questionOf(name, properties[0] ?? ""), true);
	if (first.state === "failed") return <ReportFailure report={first} />;
	if (!first.data) return <SkeletonBlock height={Math.min(properties.length, MOST_ROWS) * 2.25} />;
	return (
		<Table
			label={own.numbers.title}
			rows={properties.slice(0, MOST_ROWS)}
			keyOf={(property) => property}
			isStale={first.state === "refetching"}
			columns={[
				{ id: "property", head: own.question.numberProperty, cell: (property) => property },
				...NUMBER_KINDS.map((kind, place) => ({
					id: kind,
					head: own.numberKind[kind],
					isNumber: true,
					cell: (property: string) => <Cell {...{ name, property, place, naming }} />,
				})),
			]}
		/>
	);
};

/** One figure by something, with a way to go on asking. */
const Picture = ({
	question,
	view,
	naming,
}: {
	question: Question;
	view: QuestionView;
	naming: Naming;
}) => {
	const report = useQuestion(question, true);
	const exploreLink = useExploreLink();
	const title = questionTitle(question, naming);
	const open = naming.own.board.openQuestion;
	return (
		<section class={css["picture"]} aria-label={title}>
			<div class={css["head"]}>
				<h3>{title}</h3>
				<a class="link nw" href={exploreLink({ question, view })} aria-label={`${open}: ${title}`}>
					{open}
				</a>
			</div>
			<AnswerPicture report={report} question={question} view={view} label={title} />
			{report.data && <AnswerNotes answer={report.data.answer} isCard />}
		</section>
	);
};

const Numbers = ({ name, properties }: NumbersProps) => {
	const naming = useNaming(false);
	const { own } = naming;
	const { key, set } = usePageKeys();
	const { bucket } = useChartTime();
	const property = oneOf(properties, key("number")) ?? properties[0] ?? "";
	const kind = oneOf(NUMBER_KINDS, key("figure")) ?? "sum";
	const dimensions = dimensionsOffered(null).filter((one) => !isBucketed(one));
	const dimension = oneOf(dimensions, key("split")) ?? "channel";
	const asked = {
		metrics: [numberMetric(kind, property)],
		filters: ["is", "event_name", [name]],
	} satisfies Partial<Question>;
	const isClock = dimension === "hour_of_day" || dimension === "day_of_week";
	return (
		<Panel label={own.numbers.title} title={own.numbers.title}>
			<Properties {...{ name, properties, naming }} />
			{properties.length > MOST_ROWS && (
				<p class={css["more"]}>{own.numbers.first(MOST_ROWS, properties.length)}</p>
			)}
			<div class={css["tools"]}>
				<SelectField
					label={own.question.numberProperty}
					value={property}
					choices={properties.map((one) => [one, one])}
					onChoose={(chosen) => set({ number: chosen })}
				/>
				<SelectField<NumberKind>
					label={own.question.numberKind}
					value={kind}
					choices={NUMBER_KINDS.map((one) => [one, own.numberKind[one]])}
					onChoose={(chosen) => set({ figure: chosen })}
				/>
				<SelectField
					label={own.question.dimensions}
					value={dimension}
					choices={dimensions.map((one) => [one, dimensionText(one, naming)])}
					onChoose={(chosen) => set({ split: chosen })}
				/>
			</div>
			<div class={css["pictures"]}>
				<Picture
					question={{ ...asked, dimensions: [`time:${bucket}`] }}
					view="line"
					naming={naming}
				/>
				<Picture
					question={{
						...asked,
						dimensions: [dimension],
						...(!isClock && { limit: MOST_BARS }),
					}}
					view="bars"
					naming={naming}
				/>
			</div>
		</Panel>
	);
};

/** The numbers in the properties of an event: all figures of each, and one of them over time and by something. */
export const EventNumbers = (props: NumbersProps) => {
	const { language } = useWording();
	const [loaded, setLoaded] = useState<string>();
	useEffect(() => {
		void loadArea("explore", OTHER_AREAS.explore, language).then(() => setLoaded(language));
	}, [language]);
	return loaded === language ? <Numbers {...props} /> : <SkeletonBlock height={16} />;
};
