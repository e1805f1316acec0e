import { z } from "zod";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";
import { NewAnnotation } from "./annotation.ts";
import { appliesTo } from "./definition.ts";

/** An annotation in an export, whose lines have another `kind`: that of the definition. */
export const ExportedAnnotation = z
	.object(NewAnnotation.shape)
	.omit({ scope: true, reference: true, kind: true })
	.extend({ annotationKind: NewAnnotation.shape.kind });
type ExportedAnnotation = z.output<typeof ExportedAnnotation>;

/** As a row of the table. */
export const annotationColumns = ({ annotationKind, ...note }: ExportedAnnotation) => ({
	...note,
	kind: annotationKind,
});

/** The annotations that apply to a site, as an export has them. */
export const exportedAnnotations = async (database: Database, site: Site) => {
	const rows = await database
		.selectFrom("annotation")
		.where(appliesTo(site))
		.selectAll()
		.orderBy("annotationId")
		.execute();
	return rows.map(({ kind: annotationKind, reference: _, ...row }) => ({ ...row, annotationKind }));
};
