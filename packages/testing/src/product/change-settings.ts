import { eventually } from "../eventually.ts";
import type { Product } from "./product.ts";

/** The settings that the gateway tells the tracker as they are, and those that a test changes together with one of them. */
interface Change {
	sessionReplay?: boolean;
	trackErrors?: boolean;
	blockBots?: boolean;
}

/** Changes settings of the product's site and waits until the gateway, which learns of them within a second, uses them. */
export const changeSettings = async (
	{ url, siteId, apiKey }: Product,
	change: Change,
): Promise<void> => {
	const saved = await fetch(`${url}/api/sites/${siteId}/config`, {
		method: "PUT",
		headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
		body: JSON.stringify(change),
	});
	if (!saved.ok) throw new Error(`Settings: ${saved.status} ${await saved.text()}`);
	await eventually(
		async (): Promise<Change> => (await fetch(`${url}/api/site/tracking-config/${siteId}`)).json(),
		({ sessionReplay, trackErrors }) =>
			sessionReplay === (change.sessionReplay ?? sessionReplay) &&
			trackErrors === (change.trackErrors ?? trackErrors),
	);
};
