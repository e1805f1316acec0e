import { eventually } from "../eventually.ts";
import { askProduct, type DashboardProduct, type MadeSite } from "./dashboard-product.ts";

/** Fewer than one request may have. */
const ROWS_AT_ONCE = 10_000;

/** Imports rows of an export: trackers cannot send events that happened days ago. Resolves once reports have them. */
export const importRows = async (
	product: Pick<DashboardProduct, "url" | "apiKey">,
	{ siteId }: Pick<MadeSite, "siteId">,
	platform: string,
	rows: readonly object[],
): Promise<void> => {
	const path = `/api/sites/${siteId}/imports`;
	// An organization runs only one import at a time.
	const begun = await eventually(
		() =>
			askProduct<{ data: { importId: string } }>(product, path, { platform }).catch(
				(error: Error) => error,
			),
		(answer) => !(answer instanceof Error && answer.message.includes(": 429 ")),
	);
	if (begun instanceof Error) throw begun;
	for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
		const events = rows.slice(from, from + ROWS_AT_ONCE);
		const answer = await fetch(`${product.url}${path}/${begun.data.importId}/events`, {
			method: "POST",
			headers: { authorization: `Bearer ${product.apiKey}`, "content-type": "application/json" },
			body: JSON.stringify({ events, isLastBatch: from + ROWS_AT_ONCE >= rows.length }),
		});
		if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
	}
	await eventually(
		() => askProduct<{ data: { completedAt: string | null }[] }>(product, path),
		({ data: [newest] }) => newest?.completedAt !== null,
	);
};
