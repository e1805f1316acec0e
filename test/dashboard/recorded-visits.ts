import type { DashboardProduct, MadeSite } from "@footfall/testing/dashboard/dashboard-product";
import { eventually } from "@footfall/testing/eventually";
import { browserHeaders, sendBeacon } from "@footfall/testing/gateway/beacon";

/** Each name is a different browser, and so a different visitor. */
const headersOf = (visitor: string) => ({
	...browserHeaders,
	"user-agent": `${browserHeaders["user-agent"]} ${visitor}`,
});

/** A page that shows its visitor's name; the visitor moves the mouse at the given seconds, and it ends now. */
const recordingOf = (visitor: string, seconds: readonly number[]) => {
	const start = Date.now() - (seconds.at(-1) ?? 0) * 1000;
	let id = 1;
	const element = (tagName: string, ...childNodes: object[]) => ({
		type: 2,
		id: ++id,
		tagName,
		attributes: {},
		childNodes,
	});
	const text = (textContent: string) => ({ type: 3, id: ++id, textContent });
	const html = element(
		"html",
		element("head"),
		element("body", element("h1", text(`Seen by ${visitor}`))),
	);
	const moves = seconds.map((second) => ({
		type: 3,
		timestamp: start + second * 1000,
		data: { source: 1, positions: [{ x: 10 + second, y: 20, id: 1, timeOffset: 0 }] },
	}));
	return [
		{
			type: 4,
			timestamp: start,
			data: { href: "https://shop.example/pricing", width: 800, height: 600 },
		},
		{
			type: 2,
			timestamp: start + 1,
			data: {
				node: { type: 0, id: 1, childNodes: [html] },
				initialOffset: { top: 0, left: 0 },
			},
		},
		...moves,
	];
};

/** Visitors of a site, by name. Each resolves once the product has stored what they did. */
export const visitsOf = (product: Pick<DashboardProduct, "url">, site: MadeSite) => ({
	view: (visitor: string, pathname: string, referrer = "") =>
		eventually(
			async () => {
				const event = {
					...{ type: "pageview", hostname: "shop.example", site_id: site.id },
					...{ pathname, referrer },
				};
				return (await sendBeacon(product.url, event, headersOf(visitor))).status;
			},
			// A gateway learns of a new site within seconds.
			(status) => status === 200,
		),

	/** @param seconds at which they moved the mouse, from the beginning of the recording; it ends with the last */
	record: (visitor: string, seconds: readonly number[]) =>
		eventually(
			async () => {
				const answer = await fetch(`${product.url}/api/session-replay/record/${site.id}`, {
					method: "POST",
					headers: headersOf(visitor),
					body: JSON.stringify({
						userId: "",
						events: recordingOf(visitor, seconds),
						metadata: {
							pageUrl: "https://shop.example/pricing",
							viewportWidth: 800,
							viewportHeight: 600,
						},
					}),
				});
				return (await answer.json()) as { success?: boolean; message?: string };
			},
			({ success, message }) => success === true && message === undefined,
		),
});

/** A step of a funnel counts only from the second after the previous one. */
export const secondIsOver = async (): Promise<void> => {
	const second = Math.floor(Date.now() / 1000);
	await eventually(
		async () => Math.floor(Date.now() / 1000),
		(now) => now > second,
	);
};
