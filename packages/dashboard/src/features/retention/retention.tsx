import { HeatMap, type HeatRow } from "../../charts/heat-map.tsx";
import type { Cohort } from "../../format/heat.ts";
import { countText, percentText } from "../../format/number.ts";
import { bucketText, dateText } from "../../format/time.ts";
import { parseWallTime } from "../../format/wall-time.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { ReportEmpty } from "../../layout/report-empty.tsx";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { useAddress } from "../../router/use-address.ts";
import { CardState, SkeletonBlock } from "../../ui/card-state.tsx";
import { joined } from "../../ui/class-names.ts";
import { Pick } from "../../ui/form/choice.tsx";
import { SelectField } from "../../ui/form/field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { CsvLink } from "../shared/export/csv-link.tsx";
import shared from "../shared/report/report.module.css";
import { useTexts } from "../shared/report/use-texts.ts";
import css from "./retention.module.css";
import {
	averageLater,
	cohortsByCalendar,
	isOver,
	isRetentionMode,
	RANGES,
	RETENTION_MODES,
	type RetentionMode,
} from "./retention-table.ts";

/** `week.180`: the length of a period, and how far back in days. */
const choiceOf = (text: string | undefined): { mode: RetentionMode; range: number } => {
	const [word, days] = text?.split(".") ?? [];
	const mode = isRetentionMode(word) ? word : "week";
	const [usual = 90] = RANGES[mode];
	return { mode, range: RANGES[mode].includes(Number(days)) ? Number(days) : usual };
};
const textOfChoice = (mode: RetentionMode, range: number) => {
	if (range !== RANGES[mode][0]) return `${mode}.${range}`;
	return mode === "week" ? undefined : mode;
};

const useRows = (cohorts: readonly Cohort[], mode: RetentionMode): HeatRow[] => {
	const { own, locale, time } = useTexts();
	const texts = own.retention;
	const whenOver = (start: number, later: number, text: string) =>
		isOver(start, later, mode, time.now) ? text : texts.soFar(text);
	return cohorts.map(({ start, size, percentages }) => {
		const label = mode === "month" ? bucketText(start, "month", time) : dateText(start, time);
		const name = texts.of[mode](label);
		const count = countText(size, locale);
		return {
			id: String(start),
			label,
			size: count,
			cells: percentages.map((percentage, later) =>
				percentage === undefined
					? undefined
					: {
							// The first period is always 100 %, which says nothing and would be the darkest.
							value: later === 0 ? 0 : percentage,
							text: percentText(percentage, locale),
							title:
								later === 0
									? texts.first(name, count)
									: whenOver(
											start,
											later,
											texts.cell(
												percentText(percentage, locale),
												name,
												count,
												texts.later[mode](later),
											),
										),
						},
			),
		};
	});
};

const weekdayName = (wall: number, locale: string) =>
	new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }).format(wall);

const Choices = ({ mode, range }: { mode: RetentionMode; range: number }) => {
	const { own, locale } = useTexts();
	const { change } = useAddress();
	const texts = own.retention;
	return (
		<div class={css["choices"]}>
			<SelectField
				isBare
				label={texts.range}
				value={String(range)}
				choices={[...RANGES[mode]]
					.sort((one, other) => one - other)
					.map((days) => [String(days), texts.back(countText(days, locale))])}
				onChoose={(days) => change({ by: textOfChoice(mode, Number(days)) })}
			/>
			<Pick
				label={texts.cohorts}
				choices={RETENTION_MODES.map((id) => ({ id, label: texts.modes[id] }))}
				chosen={mode}
				onChoose={(chosen) => change({ by: textOfChoice(chosen, RANGES[chosen][0] ?? 90) })}
			/>
		</div>
	);
};

/** The share of people who returned in each period: what the cohorts have in common. */
const Averages = ({ cohorts, mode }: { cohorts: readonly Cohort[]; mode: RetentionMode }) => {
	const { own, locale, time } = useTexts();
	const texts = own.retention;
	const longest = Math.max(0, ...cohorts.map(({ percentages }) => percentages.length));
	const shares = Array.from({ length: longest }, (_, later) =>
		later === 0 ? undefined : averageLater(cohorts, later, mode, time.now),
	);
	const most = Math.max(1, ...shares.map((share) => share ?? 0));
	return (
		<Panel label={texts.averages} title={texts.averages}>
			<ol class={css["averages"]}>
				{shares.map(
					(share, later) =>
						share !== undefined && (
							<li key={later} style={{ "--width": `${(100 * share) / most}%` }}>
								<span>{texts.column[mode](countText(later, locale))}</span>
								<b>{percentText(share, locale)}</b>
							</li>
						),
				)}
			</ol>
		</Panel>
	);
};

/** Returning visitors, by when they first came. */
const Retention = () => {
	const { own, words, locale, time, view } = useTexts();
	const texts = own.retention;
	const { address } = useAddress();
	const { mode, range } = choiceOf(address.by);
	const parameters = { mode, range };
	const report = useSiteReport("retention", { parameters, isCompared: false });
	const answer = report.data?.data;
	// The previous response may be of another mode while the new one is loading.
	const shownMode: RetentionMode = answer?.mode ?? mode;
	const cohorts = cohortsByCalendar(answer?.cohorts ?? {}, {
		mode: shownMode,
		now: time.now,
		parse: parseWallTime,
	});
	const rows = useRows(cohorts, shownMode);
	const columns = Array.from({ length: (answer?.maxPeriods ?? 0) + 1 }, (_, later) => ({
		label: texts.column[shownMode](countText(later, locale)),
	}));
	const average = averageLater(cohorts, 1, shownMode, time.now);
	return (
		<>
			<PageHead
				title={words.page.retention}
				of={view.site.domain}
				hasFilters
				hasComparison={false}
				hasRange={false}
			/>
			<div class={joined(average !== undefined && css["columns"])}>
				<Panel
					label={texts.label}
					title={
						<span class={shared["result"]}>
							{answer === undefined
								? texts.title
								: average === undefined
									? texts.noReturn
									: texts.averageSentence[shownMode](percentText(average, locale))}
						</span>
					}
					aside={<Choices mode={mode} range={range} />}
					isStale={report.state === "refetching"}
					foot={
						<>
							<span>
								{[
									texts.zone(view.timeZone),
									...(shownMode === "week" && cohorts[0]
										? [texts.weeks(weekdayName(cohorts[0].start, locale))]
										: []),
									texts.open,
									texts.people,
								].join(" ")}
							</span>
							<span class="end">
								<CsvLink report="retention" parameters={parameters} />
							</span>
						</>
					}
				>
					{answer === undefined ? (
						report.state === "failed" ? (
							<ReportFailure report={report} />
						) : (
							<SkeletonBlock height={24} />
						)
					) : rows.length === 0 ? (
						address.filters.length > 0 || address.segment !== undefined ? (
							<ReportEmpty />
						) : (
							<CardState icon="people" title={texts.nobody} />
						)
					) : (
						<div class={css["map"]} data-mode={shownMode}>
							<HeatMap
								label={texts.label}
								heads={{ row: texts.heads[shownMode], size: texts.size }}
								columns={columns}
								rows={rows}
								hasNumbers
								state={report.state === "ready" ? "ready" : "stale"}
								words={words.chart}
							/>
						</div>
					)}
				</Panel>
				{average !== undefined && rows.length > 0 && (
					<Averages cohorts={cohorts} mode={shownMode} />
				)}
			</div>
		</>
	);
};

export default Retention;
