import type { Product } from "./product.ts";

/** The largest page of events. */
const PAGE_SIZE = 1000;

interface Page {
	data: { properties: string }[];
	cursor: { hasMore: boolean; oldestTimestamp: string };
}

/** The property `id` of every event of a site with this name, newest first, from the API's pages. */
export const listedIds = async (
	{ get }: Pick<Product, "get">,
	siteId: string,
	eventName: string,
): Promise<string[]> => {
	const filters = JSON.stringify([{ parameter: "event_name", type: "equals", value: [eventName] }]);
	const ids: string[] = [];
	let before: Record<string, string> | undefined = {};
	while (before) {
		const query = new URLSearchParams({ filters, page_size: String(PAGE_SIZE), ...before });
		const { data, cursor }: Page = await get(`/api/sites/${siteId}/events?${query}`);
		ids.push(...data.map(({ properties }) => (JSON.parse(properties) as { id: string }).id));
		before = cursor.hasMore ? { before_timestamp: cursor.oldestTimestamp } : undefined;
	}
	return ids;
};
