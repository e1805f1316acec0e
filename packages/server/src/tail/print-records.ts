import type { QueueReader, ReadItem } from "@footfall/queue";
import { envelopeOf } from "@footfall/shared/envelope/envelope-of";
import type { RecordEnvelope } from "@footfall/shared/envelope/record-envelope";
import type { Output } from "./output.ts";

interface Wanted {
	/** `undefined` for all sites. */
	site: number | undefined;
	/** Empty for all types. */
	types: ReadonlySet<string>;
	/** Ends after this many lines. */
	limit: number;
	/** Adds to each line the position after it. */
	positions: boolean;
}

const missing = ({ partition, from, to, reason }: Extract<ReadItem, { kind: "missing" }>): string =>
	`Partition ${partition}: ${to - from === 1 ? `the record ${from} is` : `the records ${from} to ${to - 1} are`} missing: ${reason}`;

/**
 * Prints the wanted records of a reader as lines of JSON, and notes what it cannot read. Resolves to the position after
 * everything that was printed.
 */
export const printRecords = async (
	reader: QueueReader,
	{ site, types, limit, positions }: Wanted,
	output: Output,
): Promise<string> => {
	const isWanted = (envelope: RecordEnvelope) =>
		(site === undefined || envelope.site === site) &&
		(types.size === 0 || types.has(envelope.type));
	let lines = 0;
	let printedUpTo = reader.position();
	for await (const item of reader.items()) {
		if (item.kind === "missing") {
			output.note(missing(item));
			continue;
		}
		let envelope: RecordEnvelope;
		try {
			envelope = envelopeOf(item.value);
		} catch {
			const { partition, offset } = item;
			const reason = "it is not a record that this version knows";
			output.note(missing({ kind: "missing", partition, from: offset, to: offset + 1, reason }));
			continue;
		}
		if (!isWanted(envelope)) continue;
		const position = reader.position();
		const line = JSON.stringify(positions ? { ...envelope, position } : envelope);
		if (!(await output.line(line))) return printedUpTo;
		printedUpTo = position;
		if (++lines >= limit) return printedUpTo;
	}
	return reader.position();
};
