import type { Placed } from "@footfall/imports";
import {
	DEFINITION_KINDS,
	type DefinitionKind,
	type ExportedDefinition,
} from "@footfall/shared/imported-hit";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";
import { createQuotas, type QuotaSettings } from "../quotas/quotas.ts";
import { RESTORABLE } from "./restorable-kinds.ts";

type Counts = Record<string, number>;

/** Singular and plural for the summary of an import. */
const wordsOf = (kind: DefinitionKind) => {
	const one = kind === "site" ? "setting" : kind;
	return { one, several: `${one}s` };
};

/**
 * Stages definitions until the import is finished; repeating it changes nothing. Resolves to the number of invalid
 * ones by reason.
 */
export const stageDefinitions = async (
	database: Database,
	importId: string,
	definitions: readonly Placed<ExportedDefinition>[],
): Promise<Counts> => {
	const invalid: Counts = {};
	for (const { position, value } of definitions) {
		const { kind } = value;
		const checked = await RESTORABLE[kind].check(value.content);
		if ("content" in checked) {
			await database
				.insertInto("import_definition")
				.values({ importId, position, kind, content: JSON.stringify(checked.content) })
				.onConflict((conflict) => conflict.columns(["importId", "position"]).doNothing())
				.execute();
			continue;
		}
		const reason = `${wordsOf(kind).several} that are invalid: ${checked.fault}`;
		invalid[reason] = (invalid[reason] ?? 0) + 1;
	}
	return invalid;
};

/**
 * Moves the staged definitions to the site; call it in a transaction, so that it happens once.
 * @returns the numbers of restored definitions by kind, and of skipped ones by reason
 */
export const restoreDefinitions = async (
	transaction: Database,
	site: Site,
	importId: string,
	quotaSettings: QuotaSettings | undefined,
): Promise<{ taken: Counts; skipped: Counts }> => {
	const staged = await transaction
		.deleteFrom("import_definition")
		.where("importId", "=", importId)
		.returning(["kind", "content", "position"])
		.execute();
	staged.sort((one, other) => one.position - other.position);
	const quotas = createQuotas(transaction, quotaSettings);
	const taken: Counts = {};
	const skipped: Counts = {};
	for (const kind of DEFINITION_KINDS) {
		const contents = staged.filter((one) => one.kind === kind).map(({ content }) => content);
		if (contents.length === 0) continue;
		const { one, several } = wordsOf(kind);
		const restored = await RESTORABLE[kind].restore(
			transaction,
			site,
			contents,
			kind === "site"
				? {}
				: { places: await quotas.placesFor(`${kind}s`, { userId: null, ...site }) },
		);
		if (restored.taken > 0) taken[several] = restored.taken;
		if (restored.known > 0) skipped[`${several} that the site already has`] = restored.known;
		if (restored.full) skipped[`${several} beyond the quota`] = restored.full;
		for (const name of restored.kept) {
			const reason = `the ${one} "${name}", because the site has its own`;
			skipped[reason] = (skipped[reason] ?? 0) + 1;
		}
	}
	return { taken, skipped };
};
