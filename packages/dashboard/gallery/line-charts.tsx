import { useState } from "preact/hooks";
import { LineChart } from "../src/charts/line/line-chart.tsx";
import { Sparkline } from "../src/charts/line/sparkline.tsx";
import { charts, empty, failed, notes, time, week, words } from "./samples.tsx";
import { State } from "./state.tsx";

const tools = (
	<span class="pick">
		<button type="button" aria-pressed={false}>
			Hour
		</button>
		<button type="button" aria-pressed={true}>
			Day
		</button>
		<button type="button" aria-pressed={false}>
			Week
		</button>
	</span>
);

/** Line charts and sparklines. */
export const LineCharts = () => {
	const [picked, setPicked] = useState("nothing");
	const onPick = (index: number) => setPicked(String(index));
	const shared = { time, words, better: "higher" as const, onPick };
	const small = [
		["one bucket", { name: "Sessions", data: charts.single }],
		["only zeros", { name: "Sessions", data: charts.nothing }],
		["loading", { name: "Sessions", data: charts.days, state: "loading" as const }],
		["refetching", { name: "Sessions", data: charts.finished, state: "stale" as const }],
		["nothing matches", { name: "Sessions", data: charts.days, state: empty }],
		["failed", { name: "Sessions", data: charts.days, state: failed }],
	] as const;
	return (
		<section aria-labelledby="line-charts">
			<h2 id="line-charts">Line chart</h2>
			<p id="picked">Picked: {picked}</p>
			<State name="comparison, unfinished day, annotations">
				<div class="panel">
					<LineChart
						{...shared}
						name="Sessions"
						data={charts.days}
						annotations={notes}
						tools={tools}
					/>
				</div>
			</State>
			<State name="a spike that would flatten the rest">
				<div class="panel">
					<LineChart {...shared} name="Sessions" data={charts.spike} annotations={notes} />
				</div>
			</State>
			<State name="several lines">
				<div class="panel">
					<LineChart {...shared} name="Sessions" data={charts.countries} />
				</div>
			</State>
			<State name="hours, the day not over">
				<div class="panel">
					<LineChart
						{...shared}
						name="Sessions"
						data={charts.hours}
						time={{ ...time, now: Date.UTC(2026, 10, 22, 14, 20) }}
					/>
				</div>
			</State>
			<div class="two">
				<State name="a rate">
					<div class="panel">
						<LineChart {...shared} better="lower" name="Bounce rate" data={charts.bounces} />
					</div>
				</State>
				<State name="a limit, and days without a measurement">
					<div class="panel">
						<LineChart
							{...shared}
							better="lower"
							name="Largest Contentful Paint"
							data={charts.loading}
							limit={{ value: 2500, name: "Good up to 2.5 s" }}
						/>
					</div>
				</State>
				{small.map(([name, props]) => (
					<State name={name} key={name}>
						<div class="panel">
							<LineChart {...shared} {...props} />
						</div>
					</State>
				))}
			</div>
			<h2>Sparkline</h2>
			<div class="two">
				<State name="seven days, the last not over">
					<div class="panel padded">
						<Sparkline
							points={week([410, 505, 494, 440, 516, 374, 39])}
							bucket="day"
							now={time.now}
							label="Sessions of the last 7 days, from 410 to 374 yesterday"
						/>
					</div>
				</State>
				<State name="nothing yet">
					<div class="panel padded">
						<Sparkline
							points={week([0, 0, 0, 0, 0, 0, 0])}
							bucket="day"
							now={time.now}
							label="No session in 7 days"
						/>
					</div>
				</State>
			</div>
		</section>
	);
};
