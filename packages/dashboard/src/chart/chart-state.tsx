import css from "./chart-state.module.css";

/** Why a chart shows no data, and the way out. */
export interface ChartMessage {
	title: string;
	text: string;
	/** `href` for a way to another page, `onPress` for what happens here. */
	action?: { label: string; href?: string; onPress?: () => void };
	isError?: boolean;
}

/** `stale` shows the data before while other data is on its way. */
export type ChartState = "ready" | "loading" | "stale" | ChartMessage;

export const isMessage = (state: ChartState): state is ChartMessage => typeof state === "object";

/** Stands in the place of data, as high as these would be. */
export const Message = ({ title, text, action, isError }: ChartMessage) => (
	<div class={css["message"]} role={isError ? "alert" : undefined}>
		<h3 class={isError ? css["error"] : undefined}>{title}</h3>
		<p>{text}</p>
		{action?.href !== undefined && (
			<a class={css["action"]} href={action.href}>
				{action.label}
			</a>
		)}
		{action && action.href === undefined && (
			<button type="button" class={css["button"]} onClick={action.onPress}>
				{action.label}
			</button>
		)}
	</div>
);
