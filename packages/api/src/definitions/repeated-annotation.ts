import { sql } from "kysely";
import type { Database } from "../database/schema.ts";
import type { NewAnnotation } from "./annotation.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

interface Posted extends Pick<NewAnnotation, "kind" | "version" | "reference" | "date"> {
	organizationId: string;
	/** null = all sites of the organization */
	siteId: number | null;
}

/**
 * The annotation that an earlier request for the same thing has made, as when CI runs a step again. A version that
 * returns after another one, as in a rollback, is a deployment of its own. Call it in the transaction that inserts:
 * until its end, other requests for the organization wait.
 */
export const repeatedAnnotation = async (
	database: Database,
	{ kind, version, reference, date, organizationId, siteId }: Posted,
): Promise<number | undefined> => {
	const isVersion = kind === "deploy" && version;
	if (!reference && !isVersion) return undefined;
	await sql`SELECT pg_advisory_xact_lock(hashtext(${`annotations ${organizationId}`}))`.execute(
		database,
	);
	const ofScope = database
		.selectFrom("annotation")
		.select(["annotationId", "version"])
		.where("organizationId", "=", organizationId)
		.where("siteId", "is not distinct from", siteId);
	const named = reference
		? await ofScope.where("reference", "=", reference).executeTakeFirst()
		: undefined;
	if (named || !isVersion) return named?.annotationId;
	const deployed = ofScope.where("kind", "=", "deploy").limit(1);
	const at = date.getTime();
	const before = await deployed
		.where("date", "<=", date)
		.where("date", ">=", new Date(at - DAY_MS))
		.orderBy("date", "desc")
		.orderBy("annotationId", "desc")
		.executeTakeFirst();
	if (before?.version === version) return before.annotationId;
	// The clock of the machine that tries again may be behind that of the first.
	const after = await deployed
		.where("date", ">", date)
		.where("date", "<=", new Date(at + DAY_MS))
		.orderBy("date")
		.orderBy("annotationId")
		.executeTakeFirst();
	return after?.version === version ? after.annotationId : undefined;
};
