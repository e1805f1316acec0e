import type { SharedParameters } from "../../../layout/shared-parameters.ts";
import type { Question } from "./question.ts";

/** The page's period and segment as parameters, and its comparison as part of the question. */
export const questionRequest = (
	{ parameters, comparison }: Pick<SharedParameters, "parameters" | "comparison">,
	question: Question,
	{
		isFiltered,
		weekStart,
	}: {
		/** Whether the page's filters apply besides the question's own. */
		isFiltered: boolean;
		/** The first day of the viewer's week, whose lookup is slow. */
		weekStart(): string;
	},
) => {
	const { filters, imported, ...period } = parameters;
	const { compare, match_weekdays: matched } = comparison as Record<string, string>;
	return {
		parameters: {
			...period,
			...(question.dimensions.includes("time:week") && { week_start: weekStart() }),
			...(isFiltered && filters !== undefined && { filters }),
		},
		body: {
			...question,
			...(compare !== undefined && { compare }),
			...(matched !== undefined && { match_weekdays: true }),
			include: {
				...{ totals: true, total_rows: true },
				...(imported !== undefined && { imported: false }),
			},
		},
	};
};

/** Who may send it: the holder of a key, or of the private link's key, or anybody. */
export type RequestAccess = "key" | "link" | "public";

const HEADER: Readonly<Record<RequestAccess, readonly string[]>> = {
	key: ["Authorization: Bearer YOUR_API_KEY"],
	link: ["x-private-key: YOUR_PRIVATE_KEY"],
	public: [],
};

/** A request as documentation writes it: nothing in it is secret, and what its sender must fill in is in capitals. */
export const requestText = ({
	url,
	access,
	body,
}: {
	url: string;
	access: RequestAccess;
	body: object;
}): string =>
	[
		`POST ${url}`,
		...HEADER[access],
		"Content-Type: application/json",
		"",
		JSON.stringify(body, null, "\t"),
	].join("\n");
