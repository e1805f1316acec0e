import { gzipSync } from "node:zlib";
import { eventually } from "@footfall/testing/eventually";
import { browserHeaders } from "@footfall/testing/gateway/running-gateway";
import { changeSettings } from "@footfall/testing/product/change-settings";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const data = createTemporaryDirectory();
let product: Product;
let site: string;
beforeAll(async () => {
	product = await startProduct(data.path);
	site = `/api/sites/${product.siteId}`;
	await changeSettings(product, { sessionReplay: true });
});
afterAll(async () => {
	await product?.stop();
	data.remove();
});

/** Each name is a different browser, and so a different visitor. */
const headersOf = (visitor: string) => ({
	...browserHeaders,
	"user-agent": `${browserHeaders["user-agent"]} ${visitor}`,
});

const record = async (visitor: string, body: object | Uint8Array) => {
	const response = await fetch(`${product.url}/api/session-replay/record/${product.siteId}`, {
		method: "POST",
		headers: headersOf(visitor),
		body:
			body instanceof Uint8Array
				? (body as BodyInit)
				: JSON.stringify({ userId: "", metadata: { pageUrl: "https://shop.example/" }, ...body }),
	});
	if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
	return (await response.json()) as { success: boolean; message?: string };
};

const view = (visitor: string) =>
	fetch(`${product.url}/api/track`, {
		method: "POST",
		headers: headersOf(visitor),
		body: JSON.stringify({
			type: "pageview",
			site_id: product.siteId,
			pathname: `/${visitor}`,
			_bs: 0,
		}),
	});

interface Listed {
	data: { session_id: string; user_id: string; event_count: number; page_url: string }[];
}
interface Sessions {
	data: { session_id: string; user_id: string; entry_page: string; has_replay: 0 | 1 }[];
}

const now = Date.now();
/** Second `index` of a visit, as a recorder sends it. */
const second = (index: number) => ({
	type: index === 0 ? 4 : 3,
	timestamp: now - 60_000 + index * 1000,
	data: { index, text: 'é\u2028 "quoted" </script>' },
});
const seconds = (from: number, to: number) =>
	Array.from({ length: to - from }, (_none, index) => second(from + index));

describe("a recorded visit", () => {
	it("can be played from its events, in whatever order its batches came, in the session of its page views", async () => {
		await Promise.all(["ann", "bob", "cleo"].map(view));
		const late = JSON.stringify({ userId: "", events: seconds(40, 60) });
		for (const visitor of ["ann", "bob"]) {
			await record(visitor, { events: seconds(20, 40) });
			await record(visitor, gzipSync(late));
			await record(visitor, Buffer.from(late));
			await record(visitor, { events: seconds(0, 20) });
		}
		await record("cleo", { events: seconds(0, 1) });

		const list = await eventually(
			() => product.get<Listed>(`${site}/session-replay/list`),
			({ data }) => data.length === 2 && data.every(({ event_count }) => event_count === 60),
		);
		const { data: sessions } = await product.get<Sessions>(`${site}/sessions`);
		const marked = sessions.map(({ entry_page, has_replay }) => [entry_page, has_replay]);
		expect(marked.sort()).toEqual([
			["/ann", 1],
			["/bob", 1],
			["/cleo", 0],
		]);
		for (const { session_id, user_id, page_url } of list.data) {
			expect(sessions).toContainEqual(
				expect.objectContaining({ session_id, user_id, has_replay: 1 }),
			);
			expect(page_url).toBe("https://shop.example/");
			const replay = await product.get<{ events: unknown; metadata: unknown }>(
				`${site}/session-replay/${session_id}`,
			);
			expect(replay).toEqual({
				events: seconds(0, 60),
				metadata: list.data.find((one) => one.session_id === session_id),
			});
		}
	});

	it("is erased together with its user", async () => {
		await view("dora");
		await record("dora", { userId: "dora@shop.example", events: seconds(0, 5) });
		const recorded = () =>
			product.get<Listed>(`${site}/session-replay/list?userId=dora@shop.example`);
		await eventually(recorded, ({ data }) => data.length === 1);
		const erased = await fetch(`${product.url}${site}/users/dora@shop.example`, {
			method: "DELETE",
			headers: { authorization: `Bearer ${product.apiKey}` },
		});
		expect([erased.status, await recorded()]).toEqual([200, { data: [] }]);
	});
});
