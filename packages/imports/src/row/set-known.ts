import type { ImportedHit } from "@footfall/shared/imported-hit";
import { numberIn } from "./cell.ts";
import type { RawRow } from "./reading.ts";

/**
 * Sets a field that the export may not have. Spreading the known ones into a hit of thirty fields would cost ten times
 * as much as the rest of reading a row.
 */
export const setKnown = <Field extends keyof ImportedHit>(
	hit: ImportedHit,
	field: Field,
	value: ImportedHit[Field] | undefined,
): void => {
	if (value !== undefined && value !== "") hit[field] = value;
};

type NumberField = "screenWidth" | "screenHeight" | "latitude" | "longitude";

/** Sets the numbers present in a row, each from its column. */
export const setNumbers = (
	hit: ImportedHit,
	row: RawRow,
	columns: Readonly<Partial<Record<NumberField, string>>>,
): void => {
	for (const field in columns)
		setKnown(hit, field as NumberField, numberIn(row, columns[field as NumberField] ?? ""));
};

/** Sets the screen size from `1920x1080`, or from the width only. */
export const setScreen = (hit: ImportedHit, text: string): void => {
	const [, width, height] = /^(\d{1,5})(?:[x×, ]+(\d{1,5}))?/.exec(text) ?? [];
	if (width !== undefined) hit.screenWidth = Number(width);
	if (height !== undefined) hit.screenHeight = Number(height);
};
