import type { ComponentChildren } from "preact";

/** Takes the place of the data and explains why there is none: a `CardState` with its action. */
export interface ChartMessage {
	message: ComponentChildren;
}

/** `stale` shows the previous data while new data is loading. */
export type ChartState = "ready" | "loading" | "stale" | ChartMessage;

export const isMessage = (state: ChartState): state is ChartMessage => typeof state === "object";
