import type { AnswerTo } from "../../api/site-reports.ts";
import type { Report } from "../../api/use-report.ts";
import { FigureStrip, type StripFigure } from "../../charts/figure-strip.tsx";
import { type Better, changeOf } from "../../format/change.ts";
import { type FigureUnit, figureText } from "../../format/number.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { ReportEmpty } from "../../layout/report-empty.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { useAddress } from "../../router/use-address.ts";
import stack from "../../style/stack.module.css";
import { Banner } from "../../ui/banner.tsx";
import { Panel } from "../../ui/panel.tsx";
import { failedFigures, stripState } from "../shared/report/strip-state.ts";
import { useWhy } from "../shared/why/use-why.tsx";
import { ErrorChart } from "./error-chart.tsx";
import { ErrorList } from "./error-list.tsx";
import { errorFreeShare } from "./error-rows.ts";
import { OneError } from "./one-error.tsx";

type ErrorsOverview = AnswerTo<"errors/overview">;
type SiteOverview = AnswerTo<"overview">;

interface Measured {
	current: number | null;
	previous: number | null;
	unit: FigureUnit;
	better: Better;
}

/** How each figure is read from the two responses. */
const measuredOf = (
	errors: ErrorsOverview["data"] | undefined,
	visits: SiteOverview["data"] | undefined,
): Readonly<Record<"errors" | "sessions" | "users" | "messages" | "free", Measured>> => {
	const counted = (name: "count" | "sessionCount" | "userCount" | "messages"): Measured => ({
		current: errors?.[name] ?? null,
		previous: errors?.previous?.[name] ?? null,
		unit: "count",
		better: "lower",
	});
	const before = [visits?.previous?.sessions, errors?.previous?.sessionCount] as const;
	return {
		errors: counted("count"),
		sessions: counted("sessionCount"),
		users: counted("userCount"),
		messages: counted("messages"),
		free: {
			current: visits && errors ? errorFreeShare(visits.sessions, errors.sessionCount) : null,
			previous:
				before[0] === undefined || before[1] === undefined
					? null
					: errorFreeShare(before[0], before[1]),
			unit: "percent",
			better: "higher",
		},
	};
};

const useFigures = (
	report: Report<ErrorsOverview>,
	visits: SiteOverview | undefined,
	ask: ReturnType<typeof useWhy>["ask"],
): StripFigure[] => {
	const { words, locale } = useWording();
	const texts = useAreaWords("quality").errors;
	const measured = measuredOf(report.data?.data, visits?.data);
	const figure = (
		id: keyof typeof measured,
		label: string,
		shortLabel: string = label,
	): StripFigure => {
		const { current, previous, unit, better } = measured[id];
		return {
			id,
			label,
			shortLabel,
			value: figureText(current, unit, locale),
			change: changeOf({ current, previous, unit, better, locale, words: words.chart }),
			...(previous !== null && { previous: figureText(previous, unit, locale) }),
			...(id === "errors" && ask && { onWhy: () => ask({ metric: "errors", name: label }) }),
		};
	};
	return [
		figure("errors", texts.occurrences),
		figure("sessions", texts.sessionsWith, texts.sessions),
		figure("users", texts.usersWith, texts.users),
		figure("messages", texts.messages, texts.messagesShort),
		figure("free", texts.errorFree, texts.errorFreeShort),
	];
};

/** Shows that errors are no longer recorded, with a link to the setting for those who may change it. */
export const ErrorsOff = () => {
	const { words } = useWording();
	const texts = useAreaWords("quality").errors;
	const { destination, linkTo } = useAddress();
	const { site, isVisitor } = useSiteView();
	return (
		<Banner tone="warn">
			<p>
				{texts.offNow}{" "}
				{!isVisitor && site.mayConfigure && destination.to === "site" && (
					<a href={linkTo({ ...destination, page: "settings", rest: ["tracking"] })}>
						{words.card.switchOn}
					</a>
				)}
			</p>
		</Banner>
	);
};

const AllErrors = () => {
	const { words } = useWording();
	const texts = useAreaWords("quality").errors;
	const { address } = useAddress();
	const { site } = useSiteView();
	const report = useSiteReport("errors/overview");
	const visits = useSiteReport("overview");
	const { ask, dialog } = useWhy();
	const figures = useFigures(report, visits.data, ask);
	const hasNone = report.data?.data.count === 0;
	const isOff = !site.trackErrors;
	return (
		<>
			<PageHead title={words.page.errors} of={site.domain} hasFilters />
			{isOff && hasNone && address.filters.length === 0 ? (
				<Panel label={words.page.errors}>
					<ReportEmpty switchedOff={texts.recording} />
				</Panel>
			) : (
				<div class={stack["stack"]}>
					{isOff && <ErrorsOff />}
					<Panel label={words.page.errors} isStale={report.state === "refetching"}>
						<FigureStrip
							label={words.page.errors}
							figures={failedFigures(figures, report, words)}
							state={stripState(report)}
							words={words.chart}
						/>
						<ErrorChart />
						{dialog}
					</Panel>
					<ErrorList />
				</div>
			)}
		</>
	);
};

/** Errors in visitors' browsers: all, or the one that the URL names. */
const Errors = () => {
	const { destination } = useAddress();
	const id = destination.to === "site" ? destination.rest[0] : undefined;
	return id === undefined ? <AllErrors /> : <OneError key={id} errorId={id} />;
};

export default Errors;
