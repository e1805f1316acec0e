import type { ImportedHit } from "@footfall/shared/imported-hit";

/**
 * Sets a field that the export may not tell. Spreading what is known into a hit of thirty fields costs ten times as
 * much as all the rest of reading a row.
 */
export const setKnown = <Field extends keyof ImportedHit>(
	hit: ImportedHit,
	field: Field,
	value: ImportedHit[Field] | undefined,
): void => {
	if (value !== undefined && value !== "") hit[field] = value;
};
