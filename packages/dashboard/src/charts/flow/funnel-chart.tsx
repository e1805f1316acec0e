import { countText, countTitle, percentOf, percentText } from "../../format/number.ts";
import { joined } from "../../ui/class-names.ts";
import { type ChartState, isMessage } from "../shared/chart-state.ts";
import type { ChartWords } from "../shared/chart-words.ts";
import { Hidden } from "../shared/hidden.tsx";
import css from "./funnel-chart.module.css";

export interface FunnelChartStep {
	name: string;
	sessions: number;
	/** What else is known of those that reached it. */
	note?: string | undefined;
	/** What else is known of those that left after it. */
	lost?: string | undefined;
}

export interface FunnelChartProps {
	steps: readonly FunnelChartStep[];
	/** What is counted, as the column head. */
	counted: string;
	/** Sessions that reached the step, or left after it. */
	onPick?: (step: number, which: "reached" | "left") => void;
	state?: ChartState;
	locale: string;
	words: ChartWords;
}

const shareText = (part: number, whole: number | undefined, locale: string): string => {
	const percent = whole === undefined ? null : percentOf(part, whole);
	return percent === null ? "" : percentText(percent, locale);
};

/** The steps of a funnel, and how many sessions left between them. */
export const FunnelChart = (props: FunnelChartProps) => {
	const { steps, counted, onPick, state = "ready", locale, words } = props;
	if (isMessage(state))
		return (
			<div class={css["message"]} style={{ "--steps": steps.length }}>
				{state.message}
			</div>
		);
	const first = steps[0]?.sessions;
	const isLoading = state === "loading";
	return (
		<ol
			class={joined(css["funnel"], state === "stale" && css["stale"])}
			aria-busy={state !== "ready"}
		>
			<li class={css["head"]} aria-hidden="true">
				<span />
				<span>{words.step}</span>
				<span class={css["track-head"]} />
				<span>{counted}</span>
				<span>{words.ofFirst}</span>
				<span class={css["of-previous"]}>{words.ofPrevious}</span>
			</li>
			{steps.map(({ name, sessions, note, lost }, index) => {
				const next = steps[index + 1];
				const left = next && Math.max(0, sessions - next.sessions);
				const width = isLoading ? 100 - index * 18 : (percentOf(sessions, first ?? 0) ?? 0);
				return (
					<li key={index} class={css["step"]}>
						<div class={css["row"]}>
							<span class={css["position"]}>{index + 1}</span>
							{onPick ? (
								<button type="button" class={css["name"]} onClick={() => onPick(index, "reached")}>
									{name}
								</button>
							) : (
								<span class={css["name"]}>{name}</span>
							)}
							<span class={css["track"]} aria-hidden="true">
								<i
									class={isLoading ? css["waiting"] : undefined}
									style={{ "--width": `${width}%` }}
								/>
							</span>
							<span class={css["sessions"]} title={countTitle(sessions, locale)}>
								{isLoading ? "" : countText(sessions, locale)}
								<Hidden>{` ${counted}`}</Hidden>
							</span>
							<span class={css["share"]}>
								{isLoading ? "" : shareText(sessions, first, locale)}
								<Hidden>{` ${words.ofFirst}`}</Hidden>
							</span>
							<span class={joined(css["share"], css["of-previous"])}>
								{index > 0 && !isLoading && (
									<>
										{shareText(sessions, steps[index - 1]?.sessions, locale)}
										<Hidden>{` ${words.ofPrevious}`}</Hidden>
									</>
								)}
							</span>
						</div>
						{(left !== undefined || note) && (
							<p class={css["left"]}>
								{note && !isLoading && <span>{note}</span>}
								{left !== undefined && !isLoading && (
									<span>
										{onPick && left > 0 ? (
											<button type="button" onClick={() => onPick(index, "left")}>
												{words.leftHere(countText(left, locale))}
											</button>
										) : (
											words.leftHere(countText(left, locale))
										)}
										{sessions > 0 && `, ${shareText(left, sessions, locale)}`}
										{left > 0 && lost && `, ${lost}`}
									</span>
								)}
							</p>
						)}
					</li>
				);
			})}
		</ol>
	);
};
