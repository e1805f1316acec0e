import { z } from "zod";

type Texts = Record<string, z.ZodOptional<z.ZodString>>;

/** For each parameter, the name that some clients of this API family send instead. */
const SYNONYMS: Readonly<Record<string, string>> = {
	user_id: "userId",
	before_timestamp: "beforeTimestamp",
	since_timestamp: "sinceTimestamp",
	page_size: "limit",
};

/** The pairs of a report: a name that is a parameter of the report itself is not a synonym. */
const pairsOf = (parameters: Texts): [name: string, synonym: string][] =>
	Object.entries(SYNONYMS).filter(
		([name, synonym]) => name in parameters && !(synonym in parameters),
	);

/** Generated clients would have two fields of one name: such a synonym stays out of the API's document. */
const isSpelling = (name: string, synonym: string): boolean =>
	name.replaceAll("_", "") === synonym.toLowerCase();

/** The synonyms of a report's parameters, as parameters. */
export const synonymParameters = (parameters: Texts): Texts =>
	Object.fromEntries(
		pairsOf(parameters).map(([name, synonym]) => [
			synonym,
			z
				.string()
				.optional()
				.meta(
					isSpelling(name, synonym)
						? { undocumented: true }
						: {
								deprecated: true,
								description: `Synonym of ${name}, which takes precedence if both are given`,
							},
				),
		]),
	);

/** The given parameters under the names that the report declares. */
export const withoutSynonyms = (
	given: Readonly<Record<string, string | undefined>>,
	parameters: Texts,
): Record<string, string | undefined> => {
	const named = { ...given };
	for (const [name, synonym] of pairsOf(parameters)) {
		named[name] ||= given[synonym];
		delete named[synonym];
	}
	return named;
};
