import { runInThisContext } from "node:vm";
import { errorGroupOf } from "@footfall/shared/errors/error-group";
import { startWithEvents } from "@footfall/testing/api/start-with-events";
import {
	type PopulatedApi,
	startPopulatedApi,
	testSourceMaps,
} from "@footfall/testing/api/test-api";
import { bundleScript } from "@footfall/testing/bundle-script";
import { rollup } from "rollup";
import { type MinifyOptions, minify } from "terser";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

const HOUR_MS = 60 * 60 * 1000;
const COLUMNS = [
	...["site_id", "timestamp", "received_at", "event_id", "type", "event_name", "properties"],
	...["user_id", "session_id", "error_group", "release"],
];

const CART = `export const totalOf = (cart) => {
	const { items } = cart;
	if (items === undefined) throw new TypeError("The cart has no items");
	return items.length;
};
export const taxOf = (cart) => {
	if (cart.country === undefined) throw new TypeError("The cart has no country");
	return cart.country.length;
};
export const refundOf = (cart) => {
	if (cart.items === undefined) throw new TypeError("The cart has no items");
	return -cart.items.length;
};
`;
const MAIN = `import { refundOf, taxOf, totalOf } from "./cart.js";
export const buyEverything = () => totalOf({}) + 1;
export const payTaxes = () => taxOf({}) + 1;
export const refundAll = () => refundOf({}) + 1;
`;

interface Bundle {
	release: string;
	file: string;
	code: string;
	map: string;
}

/** A build of the same sources; `more` moves every place of the file. */
const bundleOf = async (
	{ release, file, more = "" }: { release: string; file: string; more?: string },
	options: MinifyOptions,
): Promise<Bundle> => {
	const sources: Readonly<Record<string, string>> = {
		"/shop/src/main.js": more + MAIN,
		"/shop/src/cart.js": more + CART,
	};
	const bundle = await rollup({
		input: "/shop/src/main.js",
		plugins: [
			{
				name: "sources",
				resolveId: (id) => (id.startsWith("./") ? `/shop/src/${id.slice(2)}` : id),
				load: (id) => sources[id] ?? null,
			},
		],
	});
	const { output } = await bundle.generate({
		...{ format: "iife", name: "shop", sourcemap: true, file: `/shop/dist/${file}` },
		plugins: [
			{
				name: "terser",
				renderChunk: async (given) => {
					const { code = "", map } = await minify(given, { ...options, sourceMap: true });
					return { code, map: String(map) };
				},
			},
		],
	});
	return { release, file, code: output[0].code, map: String(output[0].map) };
};

/** Without lines of the file before the stack. */
const QUIET = { displayErrors: false };

/** What V8 says when a function of a bundle fails. */
const failureIn = ({ code, file }: Bundle, call: string) => {
	runInThisContext(code, { ...QUIET, filename: `https://shop.example/${file}` });
	try {
		runInThisContext(`shop.${call}()`, { ...QUIET, filename: "https://shop.example/" });
	} catch (error) {
		const { name, message, stack = "" } = error as Error;
		return { name, message, stack: stack.split("\n").slice(0, 4).join("\n") };
	}
	throw new Error(`${call} does not fail`);
};

let stage: Awaited<ReturnType<typeof startWithEvents<PopulatedApi>>>;
let api: PopulatedApi;
let site = 0;
let last = 0;
/** How far the clock of the comparison is ahead. */
let aheadMs = 0;
let first: Bundle;
let second: Bundle;

beforeAll(async () => {
	const worker = await bundleScript(new URL("./map-worker.ts", import.meta.url));
	stage = await startWithEvents(startPopulatedApi, {
		sourceMaps: { ...testSourceMaps(worker), now: () => Date.now() + aheadMs },
	});
	api = stage.api;
	first = await bundleOf(
		{ release: "1.0", file: "assets/app.js" },
		{ compress: { inline: false } },
	);
	second = await bundleOf(
		{ release: "2.0", file: "js/shop-Bx81kfQ2.js", more: "export const greeting = 'Hello';\n" },
		{ compress: false, mangle: { reserved: ["e", "t", "o", "n", "r"] } },
	);
});
afterAll(() => stage.close());
beforeEach(async () => {
	const { body } = await api.ask(`${api.organization}/sites`, {
		headers: api.as.owner,
		body: { name: "Shop", domain: `shop${++last}.example` },
	});
	site = (body as { siteId: number }).siteId;
});

/** An occurrence so many hours ago, as the gateway stores it. @returns its group */
const fails = async (bundle: Bundle, hours: number, call = "buyEverything") => {
	const at = Date.now() - hours * HOUR_MS;
	const { name, message, stack } = failureIn(bundle, call);
	const group = errorGroupOf({ name, message, stack });
	await stage.store.insert("events", COLUMNS, [
		[
			...[site, at, at, `e${++last}`, "error", name, JSON.stringify({ message, stack })],
			...[1, 2, group, bundle.release],
		],
	]);
	return group;
};
const upload = async ({ release, file, map }: Bundle) => {
	const form = new FormData();
	form.append("release", release);
	form.append("file", file);
	form.append("map", new Blob([map]), "app.js.map");
	const path = `${api.origin}/api/sites/${site}/source-maps`;
	const { status } = await fetch(path, { method: "POST", body: form, headers: api.as.owner });
	expect(status).toBe(201);
};
/** Lets the next comparison follow at once instead of after a minute. */
const group = () => api.errorGrouping.now();
const listed = async (query = "") => {
	const range = "past_minutes_start=1440&past_minutes_end=0";
	const { body } = await api.ask(
		`/api/sites/${site}/errors/names?seen=true&states=true&${range}${query}`,
		{ headers: api.as.member },
	);
	return (body as { data: { errorId: string; count: number; state: { state: string } }[] }).data;
};
const decide = async (errorId: string, body: object) => {
	const path = `/api/sites/${site}/errors/${errorId}/state`;
	expect((await api.ask(path, { method: "PUT", headers: api.as.member, body })).status).toBe(200);
};

describe("an error of several bundles", () => {
	it("has other groups in them, until their source maps are there", async () => {
		const groups = [await fails(first, 5), await fails(second, 4)];
		expect(new Set(groups).size).toBe(2);
		await group();
		expect(await listed()).toHaveLength(2);
		await upload(first);
		await group();
		expect((await listed()).map(({ errorId }) => errorId)).toContain(groups[1]);
		await upload(second);
		await group();
		const [one, ...others] = await listed();
		expect([one, others]).toMatchObject([{ count: 2, state: { state: "new" } }, []]);
		expect(groups).not.toContain(one?.errorId);
	});

	it("differs from another error of the same bundles", async () => {
		for (const bundle of [first, second]) {
			await fails(bundle, 5);
			await fails(bundle, 5, "payTaxes");
			await upload(bundle);
		}
		await group();
		expect((await listed()).map(({ count }) => count)).toEqual([2, 2]);
	});

	it("comes back in the second one after it was resolved in the first", async () => {
		const raw = await fails(first, 5);
		await decide(raw, { state: "resolved" });
		await upload(first);
		await group();
		const [resolved] = await listed();
		expect(resolved).toMatchObject({ count: 1, state: { state: "resolved" } });
		expect(resolved?.errorId).not.toBe(raw);
		await fails(second, 0);
		await upload(second);
		expect(await listed()).toHaveLength(2);
		await group();
		expect(await listed()).toMatchObject([
			{ errorId: resolved?.errorId, count: 2, state: { state: "came_back" } },
		]);
		await decide(raw, { state: "new" });
		expect(await listed()).toMatchObject([{ state: { state: "new" } }]);
	});

	it("is known a minute after it occurs, also without an upload", async () => {
		await upload(first);
		await upload(second);
		await group();
		await fails(first, 0);
		await fails(second, 0);
		await group();
		expect(await listed()).toHaveLength(2);
		aheadMs += 61_000;
		await group();
		expect(await listed()).toMatchObject([{ count: 2 }]);
	});

	it("is compared at once where an alert is about to tell of it", async () => {
		await upload(first);
		await upload(second);
		await group();
		await fails(first, 0);
		await fails(second, 0);
		await api.errorGrouping.ofSite(site);
		expect(await listed()).toMatchObject([{ count: 2 }]);
	});

	it("is left alone where a group of minified stacks is several errors", async () => {
		const raw = await fails(second, 5);
		expect(await fails(second, 4, "refundAll")).toBe(raw);
		await upload(second);
		await group();
		expect(await listed()).toMatchObject([{ errorId: raw, count: 2 }]);
	});

	it("stays one after its source maps are gone", async () => {
		for (const bundle of [first, second]) {
			await fails(bundle, 5);
			await upload(bundle);
		}
		await group();
		for (const { release } of [first, second])
			await api.ask(`/api/sites/${site}/source-maps?release=${release}`, {
				...{ method: "DELETE", headers: api.as.owner },
			});
		await group();
		expect(await listed()).toMatchObject([{ count: 2 }]);
	});

	it("is found anew, with its state, after a wrong source map was replaced", async () => {
		const raw = await fails(first, 5);
		await fails(second, 5);
		await upload(second);
		const wrong = first.map.replaceAll("totalOf", "sumOf").replaceAll("cart.js", "basket.js");
		await upload({ ...first, map: wrong });
		await group();
		expect(await listed()).toHaveLength(2);
		await decide(raw, { state: "ignored" });
		await upload(first);
		await group();
		expect(await listed()).toMatchObject([{ count: 2, state: { state: "ignored" } }]);
	});
});
