import { useState } from "preact/hooks";
import { FunnelChart } from "../src/charts/flow/funnel-chart.tsx";
import { HeatMap } from "../src/charts/heat-map.tsx";
import { LazySankey, LazyWorldMap } from "../src/charts/lazy-charts.tsx";
import { VitalsBar } from "../src/charts/vitals-bar.tsx";
import { cohortsOf } from "../src/format/heat.ts";
import { countText, percentText } from "../src/format/number.ts";
import { dateText } from "../src/format/time.ts";
import { parseWallTime } from "../src/format/wall-time.ts";
import { countries, empty, failed, locale, time, ways, words } from "./samples.tsx";
import { State } from "./state.tsx";
import { stepPagesOf } from "./step-pages.ts";

const STEPS = [
	{ name: "Prices", sessions: 3686 },
	{ name: "Form", sessions: 1503 },
	{ name: "Signed up", sessions: 634 },
	{ name: "First notes", sessions: 529 },
];

const WEEK_MS = 7 * 86_400_000;
const COHORTS = cohortsOf(
	Object.fromEntries(
		Array.from({ length: 8 }, (_, week) => [
			new Date(Date.UTC(2026, 8, 28) + week * WEEK_MS).toISOString().slice(0, 10),
			{
				size: 700 + ((week * 137) % 400),
				percentages: Array.from({ length: 8 }, (_, later) =>
					later === 0 ? 100 : later === 6 ? null : Math.max(1, 19 - later * 2 - ((week * 5) % 4)),
				),
			},
		]),
	),
	{ periodMs: WEEK_MS, now: time.now, parse: parseWallTime },
);

const Retention = () => (
	<HeatMap
		label="People who came again, by the week of their first session"
		heads={{ row: "Week of", size: "People" }}
		columns={Array.from({ length: 8 }, (_, later) => ({
			label: later === 0 ? "Week 0" : `+${later}`,
		}))}
		rows={COHORTS.map(({ start, size, percentages }) => ({
			id: String(start),
			label: dateText(start, time),
			size: countText(size, locale),
			cells: percentages.map((percentage, later) =>
				percentage === undefined
					? undefined
					: {
							value: later === 0 ? 0 : percentage,
							text: percentText(percentage, locale),
							title: `${percentText(percentage, locale)} after ${later} weeks`,
						},
			),
		}))}
		hasNumbers
		words={words}
	/>
);

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const hours = DAYS.map((label, day) => ({
	id: label,
	label,
	cells: Array.from({ length: 24 }, (_, hour) => {
		const value = Math.round(
			(60 + 55 * Math.sin(((hour - 9) / 24) * 2 * Math.PI)) * (day > 4 ? 0.6 : 1),
		);
		return {
			value,
			text: String(value),
			title: `${label} ${String(hour).padStart(2, "0")}:00, ${value} sessions`,
		};
	}),
}));
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
	label: String(hour).padStart(2, "0"),
	isHidden: hour % 6 !== 0,
}));

/** Funnel, heat maps, vitals, journeys and the map. */
export const OtherCharts = () => {
	const [country, setCountry] = useState("none");
	return (
		<section aria-labelledby="others">
			<h2 id="others">Funnel</h2>
			<State name="a funnel">
				<div class="panel">
					<FunnelChart
						steps={STEPS}
						counted="Sessions"
						onPick={() => {}}
						locale={locale}
						words={words}
					/>
				</div>
			</State>
			<div class="two">
				<State name="loading funnel">
					<div class="panel">
						<FunnelChart
							steps={STEPS}
							counted="Sessions"
							state="loading"
							locale={locale}
							words={words}
						/>
					</div>
				</State>
				<State name="failed funnel">
					<div class="panel">
						<FunnelChart
							steps={STEPS}
							counted="Sessions"
							state={failed}
							locale={locale}
							words={words}
						/>
					</div>
				</State>
			</div>
			<h2>Heat maps</h2>
			<div class="two">
				<State name="hours of the week">
					<div class="panel padded">
						<HeatMap
							label="Sessions by weekday and hour"
							heads={{ row: "Day" }}
							columns={HOURS}
							rows={hours}
							hasNumbers={false}
							words={words}
						/>
					</div>
				</State>
				<State name="retention">
					<div class="panel padded">
						<Retention />
					</div>
				</State>
				<State name="empty heat map">
					<div class="panel">
						<HeatMap
							label="Nothing"
							heads={{ row: "Week of" }}
							columns={[]}
							rows={[]}
							hasNumbers
							state={empty}
							words={words}
						/>
					</div>
				</State>
				<State name="shares of a vital">
					<div class="panel padded">
						<VitalsBar
							label="Page views by Largest Contentful Paint"
							counts={{ good: 4471, needsImprovement: 3212, poor: 764 }}
							locale={locale}
							words={words}
						/>
					</div>
				</State>
			</div>
			<h2>Journeys</h2>
			<State name="journeys">
				<div class="panel">
					<LazySankey
						ways={ways}
						pages={stepPagesOf(ways)}
						steps={["First page", "Second", "Third"]}
						heads={{ from: "From", to: "To", sessions: "Sessions" }}
						label="Journeys of three pages"
						onPick={() => {}}
						locale={locale}
						words={words}
						height="29rem"
					/>
				</div>
			</State>
			<h2>Map</h2>
			<p id="country">Country: {country}</p>
			<State name="map">
				<div class="panel padded">
					<LazyWorldMap
						countries={countries}
						counted="sessions"
						label="Sessions by country"
						onPick={setCountry}
						locale={locale}
						words={words}
						height="20rem"
					/>
				</div>
			</State>
		</section>
	);
};
