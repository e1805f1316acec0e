import type { GoogleSource, GoogleUnit } from "@footfall/imports";
import type { ImportCall, ImportState } from "./serve-imports.ts";

/**
 * Reads what an import lacks of a source and sends it, a unit at a time: each is stored as a whole, so after an
 * interruption it continues at the first that is missing. All sums become visible at once, when the last has arrived.
 * @param begun its own days are read, not the source's
 * @param onUnit called after each unit, with the number of units that are stored
 */
export const readSource = async (
	source: GoogleSource,
	begun: Pick<ImportState, "importId" | "nextRow" | "source" | "state">,
	{
		send,
		onUnit = () => {},
	}: { send(call: ImportCall): Promise<unknown>; onUnit?(stored: number, unit: GoogleUnit): void },
): Promise<void> => {
	if (begun.state !== "receiving") return;
	const { importId } = begun;
	const units = source.units(begun.source ?? source.range);
	for (const [place, unit] of units.entries()) {
		if (place < begun.nextRow) continue;
		const read = await source.read(unit, place);
		await send({ call: "take", importId, firstRow: place, rows: 1, read });
		onUnit(place + 1, unit);
	}
	await send({ call: "complete", importId });
};
