import type { Database } from "../database/schema.ts";
import type { SignInAttempt } from "./note-sign-in.ts";

type Detailed = Pick<SignInAttempt, "way" | "outcome"> & { detail: string | null };

/**
 * Sign-ins as administrators of an organization see them: with the names of its own providers and of the operator's, but
 * not of those that other organizations of the person have.
 */
export const hideDetails = async <Row extends Detailed>(
	database: Database,
	{ organizationId, providers }: { organizationId: string; providers: readonly { name: string }[] },
	rows: readonly Row[],
): Promise<Row[]> => {
	const own = await database
		.selectFrom("organization_provider")
		.select("name")
		.where("organizationId", "=", organizationId)
		.execute();
	const shown = new Set([...providers, ...own].map(({ name }) => name));
	const isHidden = ({ way, outcome, detail }: Row) =>
		way === "provider" && outcome === "signed-in" && detail !== null && !shown.has(detail);
	return rows.map((row) => (isHidden(row) ? { ...row, detail: null } : row));
};
