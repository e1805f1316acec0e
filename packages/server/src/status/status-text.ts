import type { DestinationState } from "@footfall/api";
import type { LastBackup } from "../backup/last-backup.ts";
import { sizeText } from "../backup/size-text.ts";
import type { RoleStatus } from "./read-role.ts";

const DAY_SECONDS = 86_400;
const YEAR_DAYS = 365;

/** A table whose columns are as wide as their longest cell. */
const table = (rows: readonly (readonly string[])[]): string => {
	const widths = (rows[0] ?? []).map((_cell, column) =>
		Math.max(...rows.map((row) => row[column]?.length ?? 0)),
	);
	return rows
		.map((row) =>
			row
				.map((cell, column) => cell.padEnd(widths[column] ?? 0))
				.join("  ")
				.trimEnd(),
		)
		.join("\n");
};

/** `full in 12 days`, `not full within a year`. */
export const fullText = (seconds: number): string => {
	if (seconds <= 0) return "full; free up space";
	const days = Math.floor(seconds / DAY_SECONDS);
	if (!(days <= YEAR_DAYS)) return "not full within a year";
	if (days < 1) return "full within a day";
	return days === 1 ? "full in 1 day" : `full in ${days} days`;
};

const storageLine = ({ storage }: RoleStatus): string => {
	if (storage === undefined) return "";
	const { bytes, perMillionEvents, freeBytes, fullInSeconds } = storage;
	const each = Number.isFinite(perMillionEvents)
		? `${sizeText(perMillionEvents)} per million events`
		: "too few events to estimate the size of a million";
	return `Events: ${sizeText(bytes)}, ${each}. Disk: ${sizeText(freeBytes)} free, ${fullText(fullInSeconds)}.`;
};

const lagText = (ms: number | undefined): string =>
	ms === undefined ? "-" : `${Math.round(ms / 100) / 10} s`;

/** `Destination 1 (folder): running, 1.2 s behind.` */
const destinationLine = ({ id, kind, phase, lagMs, failure }: DestinationState): string => {
	const behind = lagMs > 0 && phase !== "paused" ? `, ${lagText(lagMs)} behind` : "";
	return `Destination ${id} (${kind}): ${phase}${behind}.${failure === "" ? "" : ` ${failure}`}`;
};

/** @param last the last backup of this machine's data directory; absent if only other machines were queried */
export const statusText = (
	roles: readonly RoleStatus[],
	last: LastBackup | undefined | "elsewhere",
): string => {
	const rows = roles.map(({ role, address, version, ready, oldestQueuedMs, reason }) => [
		role || "?",
		address,
		version || "?",
		ready ? "yes" : "no",
		lagText(oldestQueuedMs),
		reason,
	]);
	const storage = [...new Set(roles.map(storageLine))].filter((line) => line !== "");
	const destinations = roles.flatMap((role) => (role.destinations ?? []).map(destinationLine));
	const backup =
		last === undefined
			? ["Last backup: none"]
			: last === "elsewhere"
				? []
				: [`Last backup: ${last.at} to ${last.to}, ${sizeText(last.bytes)} in ${last.seconds} s`];
	return `${[table([["ROLE", "ADDRESS", "VERSION", "READY", "LAG", "REASON"], ...rows]), ...storage, ...destinations, ...backup].join("\n")}\n`;
};
