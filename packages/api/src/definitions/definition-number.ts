/** The id of a goal, funnel, segment or annotation in a path; undefined for other text. */
export const definitionNumber = (text: string): number | undefined =>
	/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
