import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useWords } from "../i18n/language.ts";
import { FailureState } from "../ui/card-state.tsx";
import css from "./lazy-charts.module.css";

interface LazyProps {
	/** Height of the chart, so that nothing shifts when it loads. */
	height: string;
}

/** A chart whose code is fetched when it is first shown. */
const lazyChart = <Props extends object>(
	load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & LazyProps> => {
	let loaded: ComponentType<Props> | undefined;
	return ({ height, ...props }: Props & LazyProps) => {
		const { card } = useWords();
		const [state, setState] = useState<"loading" | "ready" | "failed">(
			loaded ? "ready" : "loading",
		);
		useEffect(() => {
			if (state !== "loading") return;
			load().then(
				(chart) => {
					loaded = chart;
					setState("ready");
				},
				() => setState("failed"),
			);
		}, [state]);
		const Chart = loaded;
		if (state === "ready" && Chart) return <Chart {...(props as unknown as Props)} />;
		return (
			<div style={{ minHeight: height }}>
				{state === "failed" ? (
					<FailureState
						message={card.noAnswer}
						help={card.noAnswerHelp}
						onRetry={() => setState("loading")}
					/>
				) : (
					<div class={css["waiting"]} style={{ height }} aria-busy="true" />
				)}
			</div>
		);
	};
};

/** See `Sankey`; loaded together with d3. */
export const LazySankey = lazyChart(async () => (await import("./flow/sankey.tsx")).Sankey);

/** See `WorldMap`; loaded together with the country shapes. */
export const LazyWorldMap = lazyChart(async () => (await import("./map/world-map.tsx")).WorldMap);
