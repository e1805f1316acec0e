import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The log of one writer at a time. */
export interface LogDirectory {
	path: string;
	partition: string;
	/** Taken over from LMDB: nobody appends to it, and it is removed once it is read. */
	isOld: boolean;
}

export const logName = (number: number): string => `log-${number}`;
export const oldLogName = (queueId: string): string => `old-${queueId}`;

const NAME = /^(log|old)-([0-9a-f]+)$/;

/** The logs of a queue; those taken over come first. The first one is named before its writer creates it. */
export const listLogs = (directory: string, queueId: string): LogDirectory[] => {
	const logs: LogDirectory[] = [];
	const names = existsSync(directory) ? readdirSync(directory) : [];
	for (const name of new Set([logName(0), ...names])) {
		const [, kind, rest] = NAME.exec(name) ?? [];
		if (kind === undefined) continue;
		const isOld = kind === "old";
		const partition = isOld ? `${rest}/0` : `${queueId}/${rest}`;
		logs.push({ path: join(directory, name), partition, isOld });
	}
	return logs.sort((one, other) => Number(other.isOld) - Number(one.isOld));
};
