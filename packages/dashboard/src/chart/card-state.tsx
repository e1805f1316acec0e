import css from "./card-state.module.css";

/** Why a chart shows no data, and the way out. */
export interface CardMessage {
	title: string;
	text: string;
	/** `href` for a way to another page, `onPress` for what happens here. */
	action?: { label: string; href?: string; onPress?: () => void };
	isError?: boolean;
}

/** `stale` shows the data before while other data is on its way. */
export type CardState = "ready" | "loading" | "stale" | CardMessage;

export const isMessage = (state: CardState): state is CardMessage => typeof state === "object";

/** Stands in the place of data, as high as these would be. */
export const Message = ({ title, text, action, isError }: CardMessage) => (
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
