import { useEffect, useState } from "preact/hooks";
import { durationText } from "../../format/duration.ts";
import { countText } from "../../format/number.ts";
import { pluralForm } from "../../format/plural.ts";
import { dateText } from "../../format/time.ts";
import { wallTimeOf } from "../../format/wall-time.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { useWrite } from "../../layout/write/use-write.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { SkeletonRows } from "../../ui/card-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Table } from "../../ui/table.tsx";
import { useSiteMoment } from "../shared/time/use-site-moment.ts";
import { type DryRun, tryRule } from "./alert-api.ts";
import type { AlertRule } from "./alert-draft.ts";
import css from "./alerts.module.css";
import { dryRunDays, totalSeconds } from "./dry-run-days.ts";
import { metricNumberText, type RuleWording } from "./rule-text.ts";

const MOST_ROWS = 8;
/** More than twice a week. */
const OFTEN = 26;

interface ResultProps {
	run: DryRun;
	metric: string;
	wording: RuleWording;
}

/** A bar for each day: long where it would have fired. */
const Strip = ({ run, wording }: ResultProps) => {
	const { dry: texts } = wording.own;
	const { locale } = wording.naming;
	const { now, timeZone } = useSiteView();
	const firings = run.firings.map(({ start, end }) => ({
		start: Date.parse(start),
		end: end === null ? now : Date.parse(end),
	}));
	const days = dryRunDays(firings, { now, timeZone, days: run.days });
	const time = { locale, now: wallTimeOf(now, timeZone) };
	const dayText = (index: number) => dateText(days.at(index)?.day ?? time.now, time);
	const fired = days.filter((day) => day.firings > 0).length;
	return (
		<div class={css["strip"]}>
			<div
				class={css["days"]}
				role="img"
				aria-label={texts.strip(
					dayText(0),
					dayText(-1),
					`${countText(fired, locale)} ${pluralForm(fired, locale, texts.days)}`,
				)}
			>
				{days.map(({ day, firings: count }) => (
					<span
						key={day}
						data-fired={count > 0 || undefined}
						title={
							count > 0
								? `${dateText(day, time, { weekday: true })}: ${countText(count, locale)} ${pluralForm(count, locale, texts.onDay)}`
								: dateText(day, time, { weekday: true })
						}
					/>
				))}
			</div>
			<div class={css["ends"]} aria-hidden="true">
				<span>{dayText(0)}</span>
				<span>{dayText(-1)}</span>
			</div>
		</div>
	);
};

const Firings = ({ run, metric, wording }: ResultProps) => {
	const { dry: texts } = wording.own;
	const { locale } = wording.naming;
	const { now } = useSiteView();
	const moment = useSiteMoment();
	const [isWhole, setIsWhole] = useState(false);
	const newest = [...run.firings].reverse();
	const shown = isWhole ? newest : newest.slice(0, MOST_ROWS);
	const more = newest.length - shown.length;
	const hasExpected = newest.some(({ expected }) => expected !== undefined);
	const hasValue = newest.some(({ value }) => value !== null);
	const number = (value: number | null | undefined) =>
		value === null || value === undefined ? "–" : metricNumberText(metric, value, wording);
	return (
		<>
			<Table
				label={texts.table}
				rows={shown}
				keyOf={({ start }) => start}
				columns={[
					{ id: "start", head: texts.start, cell: ({ start }) => moment(start) },
					{
						id: "lasted",
						head: texts.lasted,
						isNumber: true,
						cell: ({ start, end }) =>
							durationText(
								((end === null ? now : Date.parse(end)) - Date.parse(start)) / 1000,
								locale,
							),
					},
					...(hasValue
						? [
								{
									id: "value",
									head: texts.value,
									isNumber: true,
									cell: ({ value }: (typeof newest)[number]) => number(value),
								},
							]
						: []),
					...(hasExpected
						? [
								{
									id: "expected",
									head: texts.expected,
									isNumber: true,
									cell: ({ expected }: (typeof newest)[number]) => number(expected),
								},
							]
						: []),
				]}
			/>
			{more > 0 && (
				<p class={css["inset"]}>
					{texts.more(countText(more, locale))}{" "}
					<button type="button" class="link" onClick={() => setIsWhole(true)}>
						{texts.showAll}
					</button>
				</p>
			)}
		</>
	);
};

const Result = (props: ResultProps) => {
	const { run, wording } = props;
	const { dry: texts } = wording.own;
	const { locale } = wording.naming;
	const { now } = useSiteView();
	const { length } = run.firings;
	// Nothing could be looked at.
	if (run.days === 0)
		return (
			<p class={css["inset"]} role="status">
				{run.reason}
			</p>
		);
	const total = totalSeconds(
		run.firings.map(({ start, end }) => ({
			start: Date.parse(start),
			end: end === null ? now : Date.parse(end),
		})),
	);
	return (
		<>
			<div class={css["inset"]} role="status">
				<p>
					{length === 0
						? texts.none
						: texts.fired(
								`${countText(length, locale)} ${pluralForm(length, locale, texts.times)}`,
								durationText(total, locale),
							)}
				</p>
				{length > OFTEN && <p class="sec">{texts.often}</p>}
				{run.reason !== undefined && <p class="sec">{run.reason}</p>}
			</div>
			<Strip {...props} />
			{length > 0 && <Firings {...props} />}
		</>
	);
};

/** A young site has fewer days than were asked for. */
const titleOf = (
	days: number,
	{ own: { dry: texts }, naming: { locale } }: RuleWording,
): string => {
	if (days === 0) return texts.title;
	return days === 1 ? texts.titleOfDay : texts.titleOf(countText(days, locale));
};

/** Tries a rule on the past, on demand. @param rule undefined while the form has problems */
export const DryRunPanel = ({
	rule,
	wording,
	onProblem,
}: {
	rule: AlertRule | undefined;
	wording: RuleWording;
	/** Shows what must be changed before it can be tried. */
	onProblem(): void;
}) => {
	const { dry: texts } = wording.own;
	const { site } = useSiteView();
	const { isBusy, error, write, clear } = useWrite();
	const [tried, setTried] = useState<{ run: DryRun; text: string; metric: string }>();
	const text = JSON.stringify(rule && { ...rule, channelIds: [], name: "" });
	useEffect(clear, [text]);
	const run = async () => {
		if (!rule) return onProblem();
		await write(async () => {
			const metric = rule.metric ?? "";
			setTried({ run: await tryRule(site.id, rule), text, metric });
		});
	};
	const isStale = tried !== undefined && tried.text !== text;
	const title = titleOf(tried?.run.days ?? 0, wording);
	return (
		<Panel
			label={title}
			title={title}
			isStale={isBusy && tried !== undefined}
			foot={
				<Button disabled={isBusy} onClick={() => void run()}>
					{tried ? texts.again : texts.run}
				</Button>
			}
		>
			{error && (
				<div class={css["inset"]}>
					<Banner tone="bad">{error}</Banner>
				</div>
			)}
			{isStale && <p class={css["inset"]}>{texts.stale}</p>}
			{tried ? (
				<Result run={tried.run} metric={tried.metric} wording={wording} />
			) : isBusy ? (
				<div class={css["inset"]}>
					<SkeletonRows rows={4} />
				</div>
			) : (
				!error && <p class={css["inset"]}>{texts.text}</p>
			)}
		</Panel>
	);
};
