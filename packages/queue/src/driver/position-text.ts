import { EnvironmentError } from "@footfall/shared/environment";

/**
 * A place in every partition of a log as text, `<name of the log>:<partition>=<next offset>,…`, so that a later reader
 * continues there.
 */
export interface ParsedPosition {
	/** The queue's permanent id, or the cluster's id and the topic. */
	log: string;
	/** The next offset of each partition, by its number. */
	next: ReadonlyMap<number, number>;
}

const FORM = /^([\w./-]+):((?:\d{1,9}=\d{1,16})(?:,\d{1,9}=\d{1,16})*)$/;

export const isPositionText = (text: string): boolean => FORM.test(text);

export const positionText = (log: string, next: ReadonlyMap<number, number>): string =>
	`${log}:${[...next]
		.sort(([one], [other]) => one - other)
		.map(([partition, offset]) => `${partition}=${offset}`)
		.join()}`;

/**
 * Reads the text of a position in a log.
 * @throws EnvironmentError for the position of another log
 */
export const nextOffsetsOf = (text: string, log: string): ReadonlyMap<number, number> => {
	const [, ofLog, pairs = ""] = FORM.exec(text) ?? [];
	if (ofLog !== log)
		throw new EnvironmentError(
			`The position ${text} belongs to another log; the positions of this one begin with ${log}:`,
		);
	return new Map(
		pairs.split(",").map((pair) => {
			const [partition, offset] = pair.split("=");
			return [Number(partition), Number(offset)];
		}),
	);
};
