import type { Configuration } from "../configuration/configuration.ts";

/** The data that servers may keep, in the order in which to save it. */
export const ELSEWHERE = ["events", "recordings", "accounts", "queue"] as const;
export type Elsewhere = (typeof ELSEWHERE)[number];

const HOW_TO_SAVE: Readonly<Record<Elsewhere, string>> = {
	events: 'events: "BACKUP DATABASE … TO …" on the server of CLICKHOUSE_URL',
	recordings: "recordings: the bucket REPLAY_BUCKET, with your provider's tools",
	accounts: "accounts: pg_dump of DATABASE_URL",
	queue: "events not loaded yet: nothing to do, as long as Kafka keeps the topic of QUEUE_URL",
};
const HOW_TO_RESTORE: Readonly<Record<Elsewhere, string>> = {
	events: 'events: "RESTORE DATABASE … FROM …" on the server of CLICKHOUSE_URL',
	recordings: "recordings: the bucket REPLAY_BUCKET, with your provider's tools",
	accounts: "accounts: pg_restore, or psql, of DATABASE_URL",
	queue:
		"events not loaded yet: reset the loaders' consumer group in Kafka to an offset from before the backup of the events",
};

/** The data that servers keep under a configuration. */
export const elsewhereOf = ({
	accounts,
	events,
	kafka,
	replayBucket,
}: Configuration): Elsewhere[] => {
	const isElsewhere: Readonly<Record<Elsewhere, boolean>> = {
		events: "url" in events,
		recordings: replayBucket !== undefined,
		accounts: "url" in accounts,
		queue: kafka !== undefined,
	};
	return ELSEWHERE.filter((kind) => isElsewhere[kind]);
};

const steps = (how: Readonly<Record<Elsewhere, string>>, elsewhere: readonly Elsewhere[]): string =>
	elsewhere.map((kind, index) => `  ${index + 1}. ${how[kind]}\n`).join("");

/** What to do besides a backup of this machine; empty if nothing else. */
export const savingText = (elsewhere: readonly Elsewhere[]): string =>
	elsewhere.length === 0
		? ""
		: `The rest is on servers and is not in this backup. Save it now, in this order:\n${steps(HOW_TO_SAVE, elsewhere)}`;

/** Why a machine has nothing to back up, in one sentence. */
export const nothingHere = (dataDirectory: string, elsewhere: readonly Elsewhere[]): string =>
	`There is nothing to back up in ${dataDirectory}: ${
		elsewhere.length === 0
			? "set DATA_DIR to where the product keeps its data"
			: `all data is on servers; save, in this order, ${elsewhere.map((kind) => HOW_TO_SAVE[kind]).join("; ")}`
	}.`;

/** What to do besides a restore of this machine, before anything is started; empty if nothing else. */
export const restoringText = (elsewhere: readonly Elsewhere[]): string =>
	elsewhere.length === 0
		? ""
		: `The rest is on servers. Restore it before you start a role:\n${steps(HOW_TO_RESTORE, elsewhere)}`;
