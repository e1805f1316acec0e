import { eventually } from "../eventually.ts";
import type { Product } from "./product.ts";

/**
 * Changes settings of the product's site and waits until the gateway, which learns of all of them together within a
 * second, tells those that it tells the tracker.
 */
export const changeSettings = async (
	{ url, siteId, apiKey }: Product,
	change: Readonly<Record<string, unknown>>,
): Promise<void> => {
	const saved = await fetch(`${url}/api/sites/${siteId}/config`, {
		method: "PUT",
		headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
		body: JSON.stringify(change),
	});
	if (!saved.ok) throw new Error(`Settings: ${saved.status} ${await saved.text()}`);
	await eventually(
		async (): Promise<Record<string, unknown>> =>
			(await fetch(`${url}/api/site/tracking-config/${siteId}`)).json(),
		(told) => Object.entries(change).every(([name, value]) => (told[name] ?? value) === value),
	);
};
