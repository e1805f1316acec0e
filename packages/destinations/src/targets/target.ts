import type { Row } from "../rows/stored-rows.ts";

/** Rows of one partition, in the order of the log, and the offset of the first record that they come from. */
export interface Delivery {
	partition: string;
	from: number;
	rows: readonly Row[];
}

/** Where rows are delivered. */
export interface Target {
	/** The most rows of a delivery. */
	maxRows: number;
	/** Fewer rows wait this long for others, by the time at which the first was received. */
	gatherMs: number;
	/**
	 * Resolves once everything is there for good. Called again with the same delivery if the process ended before that was
	 * written down.
	 * @throws TargetError
	 */
	deliver(delivery: Delivery): Promise<void>;
	/** Tries what a delivery needs, and leaves no event there. @throws TargetError */
	check(): Promise<void>;
	close(): Promise<void>;
}

/** A target refuses or does not answer; the message tells an administrator what to change, and contains no secret. */
export class TargetError extends Error {
	override name = "TargetError";
	/** Whether the target has said that nothing shall be sent any more. */
	isGone: boolean;
	constructor(message: string, isGone = false) {
		super(message);
		this.isGone = isGone;
	}
}
