import type { BadgeTone } from "../../ui/form/choice.tsx";
import type { Alert } from "./alert-api.ts";

export type AlertState = Alert["state"];

/** The states in the order of the list: what needs attention comes first. */
const ORDER: readonly AlertState[] = ["firing", "broken", "pending", "ok", "paused"];

export const STATE_TONES: Readonly<Record<AlertState, BadgeTone>> = {
	firing: "bad",
	broken: "warn",
	pending: "warn",
	ok: "good",
	paused: "plain",
};

/** Alerts with what needs attention first, and by name. */
export const inOrderOfState = <Row extends Pick<Alert, "state" | "name">>(
	alerts: readonly Row[],
): Row[] =>
	[...alerts].sort(
		(one, other) =>
			ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || one.name.localeCompare(other.name),
	);

/** Whether an alert that fired last is still firing. */
export const isOngoing = ({ lastEvent }: Pick<Alert, "lastEvent">): boolean =>
	lastEvent !== null && lastEvent.endedAt === null;
