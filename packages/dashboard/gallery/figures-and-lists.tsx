import { useState } from "preact/hooks";
import { BarList, type BarRow } from "../src/charts/bar-list.tsx";
import { FigureStrip, type StripFigure } from "../src/charts/figure-strip.tsx";
import type { ChartState } from "../src/charts/shared/chart-state.ts";
import { type Better, changeOf } from "../src/format/change.ts";
import { countTitle, type FigureUnit, figureText, percentText } from "../src/format/number.ts";
import { empty, failed, locale, words } from "./samples.tsx";
import { State } from "./state.tsx";

const figure = (
	id: string,
	[label, shortLabel]: readonly [string, string?],
	[current, previous]: readonly [number, number],
	[unit, better]: readonly [FigureUnit, Better],
): StripFigure => ({
	id,
	label,
	...(shortLabel ? { shortLabel } : {}),
	value: figureText(current, unit, locale),
	title: unit === "count" ? countTitle(current, locale) : undefined,
	change: changeOf({ current, previous, unit, better, locale, words }),
	previous: figureText(previous, unit, locale),
});

const FIGURES = [
	figure("users", ["Visitors"], [9619, 6896], ["count", "higher"]),
	figure("sessions", ["Sessions"], [12_659, 9485], ["count", "higher"]),
	figure("pageviews", ["Page views"], [1_239_765, 929_811], ["count", "higher"]),
	figure("pages", ["Views per session", "Views/session"], [3.08, 3.082], ["ratio", "higher"]),
	figure("bounces", ["Bounce rate"], [44.1, 44.6], ["percent", "lower"]),
	figure("duration", ["Time per session", "Time/session"], [105, 106], ["seconds", "neither"]),
];
const ERRORS = figure("errors", ["Errors"], [497, 405], ["count", "lower"]);
const GOALS = figure("goals", ["Goals met"], [316, 0], ["count", "higher"]);

const VITALS: StripFigure[] = [
	{
		...figure("lcp", ["Loading"], [3070, 3066], ["milliseconds", "lower"]),
		badge: { text: "Needs work", tone: "warn" },
	},
	{
		...figure("inp", ["Responding"], [263, 254], ["milliseconds", "lower"]),
		badge: { text: "Needs work", tone: "warn" },
	},
	{
		...figure("cls", ["Staying put"], [0.058, 0.06], ["shift", "lower"]),
		badge: { text: "Good", tone: "good" },
	},
	{
		...figure("fcp", ["First picture"], [1680, 1668], ["milliseconds", "lower"]),
		badge: { text: "Good", tone: "good" },
	},
	{
		...figure("ttfb", ["Server answer"], [1990, 550], ["milliseconds", "lower"]),
		badge: { text: "Poor", tone: "bad" },
	},
];

const Strips = () => {
	const [chosen, setChosen] = useState("sessions");
	return (
		<>
			<State name="six, one chosen">
				<div class="panel">
					<FigureStrip
						figures={FIGURES}
						label="Figures; choose the one on the chart"
						chosen={chosen}
						onChoose={setChosen}
						words={words}
					/>
				</div>
			</State>
			<State name="five with ratings">
				<div class="panel">
					<FigureStrip
						figures={VITALS}
						label="Web vitals"
						chosen="lcp"
						onChoose={() => {}}
						words={words}
					/>
				</div>
			</State>
			<State name="three, one not loaded">
				<div class="panel">
					<FigureStrip
						figures={[
							ERRORS,
							GOALS,
							{
								id: "time",
								label: "Time per session",
								value: "",
								failure: { text: "Not loaded", retry: "Retry", onRetry: () => {} },
							},
						]}
						label="Figures"
						chosen="errors"
						onChoose={() => {}}
						words={words}
					/>
				</div>
			</State>
			<State name="loading figures">
				<div class="panel">
					<FigureStrip figures={FIGURES} label="Loading" state="loading" words={words} />
				</div>
			</State>
			<State name="refetching figures">
				<div class="panel">
					<FigureStrip
						figures={FIGURES}
						label="Refetching"
						chosen="sessions"
						onChoose={() => {}}
						state="stale"
						words={words}
					/>
				</div>
			</State>
		</>
	);
};

const LONG =
	"/blog/a-very-long-address-that-does-not-fit-into-the-width-of-a-list-and-is-cut-at-its-end";
const PAGES = (
	[
		["/", 6335, 19.95],
		["/pricing", 3686, 11.6],
		["/features", 3190, 10.05],
		["/signup", 2297, 7.2],
		["/docs", 2152, 6.8],
		["/app", 2135, 6.7],
		[LONG, 1757, 5.5],
		["(not set)", 12, 0.04],
	] as const
).map(
	([label, value, share]): BarRow => ({
		id: label,
		label,
		value,
		text: figureText(value, "count", locale),
		share: percentText(share, locale),
		href: label.startsWith("/") ? `https://quill.example${label}` : undefined,
	}),
);

const TABS = [
	{ id: "pages", label: "Pages" },
	{ id: "entry", label: "Entry" },
	{ id: "exit", label: "Exit" },
];
const COLUMNS = { value: "Sessions", share: "Share", shareTitle: "Of all rows" };
const FOOTER = (
	<>
		<a href="#lists">All 18</a>
		<a href="#lists">CSV</a>
	</>
);

const List = ({
	label,
	state,
	rows = PAGES,
}: {
	label: string;
	state?: ChartState;
	rows?: BarRow[];
}) => {
	const [tab, setTab] = useState("pages");
	const [filters, setFilters] = useState<Record<string, "only" | "without" | undefined>>({});
	return (
		<BarList
			label={label}
			tabs={TABS}
			chosen={tab}
			onTab={setTab}
			columns={COLUMNS}
			rows={rows.map((row) => ({ ...row, filter: filters[row.id] ?? row.filter }))}
			onFilter={(id, kind) =>
				setFilters((before) => ({ ...before, [id]: before[id] ? undefined : kind }))
			}
			{...(state ? { state } : {})}
			footer={FOOTER}
			words={words}
		/>
	);
};

/** Figure strips and lists with bars. */
export const FiguresAndLists = () => (
	<section aria-labelledby="figures">
		<h2 id="figures">Figures</h2>
		<Strips />
		<h2 id="lists">List with bars</h2>
		<div class="two">
			<State name="rows are filters">
				<List label="Pages" />
			</State>
			<State name="filtered and excluded">
				<List
					label="Filtered pages"
					rows={PAGES.map((row, index) => ({
						...row,
						filter: index === 2 ? "only" : index === 5 ? "without" : undefined,
					}))}
				/>
			</State>
			<State name="three rows, as high as eight">
				<List label="Three pages" rows={PAGES.slice(0, 3)} />
			</State>
			<State name="refetching list">
				<List label="Refetching pages" state="stale" />
			</State>
			<State name="loading list">
				<List label="Loading pages" state="loading" />
			</State>
			<State name="empty list">
				<List label="No pages" state={empty} />
			</State>
			<State name="failed list">
				<List label="Failed pages" state={failed} />
			</State>
			<State name="one tab, rows that are no filters">
				<BarList
					label="Referrals"
					tabs={[{ id: "all", label: "Referrals" }]}
					chosen="all"
					onTab={() => {}}
					columns={COLUMNS}
					rows={PAGES.slice(0, 5)}
					words={words}
				/>
			</State>
		</div>
	</section>
);
