import type { AnswerTo } from "../../api/site-reports.ts";
import type { Report } from "../../api/use-report.ts";
import { FigureStrip, type StripFigure } from "../../charts/figure-strip.tsx";
import { changeOf } from "../../format/change.ts";
import { figureText } from "../../format/number.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { carried, searchOf } from "../../router/address.ts";
import { basePath } from "../../router/current-place.ts";
import { pathOf } from "../../router/destination.ts";
import { toggled } from "../../router/filters.ts";
import { useAddress } from "../../router/use-address.ts";
import stack from "../../style/stack.module.css";
import { LinkButton } from "../../ui/button.tsx";
import { CardState } from "../../ui/card-state.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Panel } from "../../ui/panel.tsx";
import { failedFigures, stripState } from "../shared/report/strip-state.ts";
import { useWhy } from "../shared/why/use-why.tsx";
import { DecideButtons } from "./decide-buttons.tsx";
import { ErrorChart } from "./error-chart.tsx";
import { Moment } from "./error-list.tsx";
import { ErrorPlaces } from "./error-places.tsx";
import { ErrorStack } from "./error-stack.tsx";
import { releasesText } from "./error-state.ts";
import { ErrorStateText } from "./error-state-badge.tsx";
import css from "./errors.module.css";
import {
	OCCURRENCES_PER_PAGE,
	Occurrences,
	occurrencesOf,
	openOfOccurrence,
} from "./occurrences.tsx";

/** Clears the range and the filters. */
const EVERYTHING = {
	...{ start_date: "", end_date: "", past_minutes_start: "", past_minutes_end: "" },
	...{ filters: "", segment_id: "" },
};

type Overview = AnswerTo<"errors/overview">;

const useFigures = (report: Report<Overview>, onWhy: (() => void) | undefined): StripFigure[] => {
	const { words, locale } = useWording();
	const texts = useAreaWords("quality").errors;
	const data = report.data?.data;
	const figure = (id: "count" | "sessionCount" | "userCount", label: string): StripFigure => {
		const current = data?.[id] ?? null;
		const previous = data?.previous?.[id] ?? null;
		return {
			id,
			label,
			value: figureText(current, "count", locale),
			change: changeOf({
				...{ current, previous, unit: "count", better: "lower", locale },
				words: words.chart,
			}),
			...(previous !== null && { previous: figureText(previous, "count", locale) }),
			...(id === "count" && { onWhy }),
		};
	};
	return [
		figure("count", texts.occurrences),
		figure("sessionCount", texts.sessionsWith),
		figure("userCount", texts.usersWith),
	];
};

/** When the error first and last happened, regardless of range and filters. */
const Seen = ({
	first,
	last,
	releases,
}: {
	first: string | undefined;
	last: string | undefined;
	releases: string;
}) => {
	const texts = useAreaWords("quality").errors;
	return (
		<dl class={css["seen"]}>
			<div>
				<dt>{texts.first}</dt>
				<dd>
					<Moment at={first} />
				</dd>
			</div>
			<div>
				<dt>{texts.last}</dt>
				<dd>
					<Moment at={last} />
				</dd>
			</div>
			{releases !== "" && (
				<div>
					<dt>{texts.releases}</dt>
					<dd>
						<bdi>{releases}</bdi>
					</dd>
				</div>
			)}
		</dl>
	);
};

/** The state of the error, and what can be decided about it. */
const StateOfError = ({ errorId, overview }: { errorId: string; overview: Overview["data"] }) => {
	const { mayWrite } = useSiteView();
	const { state, lastRelease } = overview;
	if (!state) return null;
	return (
		<div class="row wrap">
			<ErrorStateText state={state} />
			{mayWrite && (
				<span class="end">
					<DecideButtons
						errorIds={[errorId]}
						releases={lastRelease ? [lastRelease] : []}
						isDecided={state.decidedAt !== null}
					/>
				</span>
			)}
		</div>
	);
};

/** The sessions that had the error, within the URL's range and filters. */
const SessionsLink = ({ message }: { message: string }) => {
	const texts = useAreaWords("quality").errors;
	const { address, destination } = useAddress();
	if (destination.to !== "site") return null;
	const to = { ...destination, page: "sessions" as const, rest: [] };
	const filters = toggled(
		address.filters.filter(({ field }) => field !== "prop:message"),
		"prop:message",
		message,
	);
	return (
		<LinkButton href={basePath() + pathOf(to) + searchOf({ ...carried(address), filters })}>
			{texts.itsSessions}
		</LinkButton>
	);
};

/** One error: how often, since when, where in the code, on which pages and browsers, in which sessions. */
export const OneError = ({ errorId }: { errorId: string }) => {
	const { words } = useWording();
	const texts = useAreaWords("quality").errors;
	const { address, destination, linkTo } = useAddress();
	const { site, isVisitor } = useSiteView();
	const report = useSiteReport("errors/overview", {
		parameters: { errorId, seen: "true", states: "true" },
	});
	const { ask, dialog } = useWhy();
	const figures = useFigures(
		report,
		ask && (() => ask({ metric: "errors", name: texts.occurrences, errorId })),
	);
	const occurrences = useSiteReport("errors/events", {
		isCompared: false,
		parameters: { errorId, page: address.page ?? 1, limit: OCCURRENCES_PER_PAGE },
	});
	// The error may still exist outside the range.
	const known = useSiteReport("errors/events", {
		isCompared: false,
		isOff: occurrencesOf(occurrences.data).rows.length > 0 || occurrences.data === undefined,
		parameters: { ...EVERYTHING, errorId, page: 1, limit: 1 },
	});
	const { rows } = occurrencesOf(occurrences.data);
	const chosen = rows.find((row) => address.open === openOfOccurrence(row)) ?? rows[0];
	const shown = chosen ?? occurrencesOf(known.data).rows[0];
	const areas = site.seenBy?.areas;
	const maySeeSessions = !isVisitor || !areas || areas.includes("sessions");
	const listHref = destination.to === "site" ? linkTo({ ...destination, rest: [] }) : "";
	const isUnknown = known.state === "ready" && known.data !== undefined && !shown;
	const title = shown?.errorName || texts.error;
	return (
		<>
			<PageHead title={title} of={site.domain} hasFilters>
				<a href={listHref} class={css["up"]}>
					{words.page.errors}
				</a>
				<span class="mut"> / </span>
				<bdi class={css["name"]} title={title}>
					{title}
				</bdi>
			</PageHead>
			{isUnknown ? (
				<Panel label={texts.error}>
					<CardState
						icon="info"
						title={texts.unknown}
						action={<LinkButton href={listHref}>{texts.toAll}</LinkButton>}
					>
						{texts.unknownText}
					</CardState>
				</Panel>
			) : (
				<div class={stack["stack"]}>
					<Panel label={texts.message} isPadded>
						<div class={css["whole"]}>
							<p class={css["text"]} dir="auto">
								{shown?.message ?? "\u00a0"}
							</p>
							{report.data?.data.state && (
								<StateOfError errorId={errorId} overview={report.data.data} />
							)}
							{shown && (
								<div class="row wrap">
									<Seen
										first={report.data?.data.firstSeen}
										last={report.data?.data.lastSeen}
										releases={releasesText(report.data?.data ?? {})}
									/>
									<span class="row wrap end">
										<CopyButton text={shown.message} label={texts.copyMessage} />
										{maySeeSessions && <SessionsLink message={shown.message} />}
									</span>
								</div>
							)}
						</div>
					</Panel>
					<Panel label={texts.occurrences} isStale={report.state === "refetching"}>
						<FigureStrip
							label={texts.occurrences}
							figures={failedFigures(figures, report, words)}
							state={stripState(report)}
							words={words.chart}
						/>
						<ErrorChart errorId={errorId} />
						{dialog}
					</Panel>
					<div class={css["columns"]}>
						<ErrorStack report={occurrences} occurrence={shown} />
						<ErrorPlaces errorId={errorId} />
					</div>
					<Occurrences
						errorId={errorId}
						report={occurrences}
						chosen={chosen}
						maySeeSessions={maySeeSessions}
					/>
				</div>
			)}
		</>
	);
};
