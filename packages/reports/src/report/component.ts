import type { z } from "zod";

/** The name of a schema in the API's document, from which names of shapes around it are made. */
export const componentOf = (schema: z.ZodType): string => {
	const component = schema.meta()?.["component"];
	if (typeof component !== "string") throw new Error("A row has no `component` in its `meta`");
	return component;
};
