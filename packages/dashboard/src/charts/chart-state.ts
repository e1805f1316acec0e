import type { ComponentChildren } from "preact";

/** Stands where the data would be, and says why they do not: a `CardState`, with its way out. */
export interface ChartMessage {
	message: ComponentChildren;
}

/** `stale` shows the data before while other data is on its way. */
export type ChartState = "ready" | "loading" | "stale" | ChartMessage;

export const isMessage = (state: ChartState): state is ChartMessage => typeof state === "object";
