import { eventually } from "@footfall/testing/eventually";
import { browserHeaders, sendBeacon } from "@footfall/testing/gateway/beacon";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

interface User {
	user_id: string;
	identified_user_id: string;
	effective_user_id: string;
	traits: Record<string, unknown> | null;
	pageviews: number;
	events: number;
}

const data = createTemporaryDirectory();
let product: Product;

beforeAll(async () => {
	product = await startProduct(data.path);
});
afterAll(async () => {
	await product?.stop();
	data.remove();
});

const report = <Body>(path: string) => product.get<Body>(`/api/sites/${product.siteId}/${path}`);

const send = async (event: object) => {
	const page = { site_id: product.siteId, hostname: "shop.test", pathname: "/" };
	const response = await sendBeacon(product.url, { ...page, ...event });
	expect(await response.json()).toEqual({ success: true });
};

/** The request of the tracker's `identify` and, with `isNew` false, of its `setTraits`. */
const describeUser = async (traits: object, isNew: boolean) => {
	const response = await fetch(`${product.url}/api/identify`, {
		method: "POST",
		headers: browserHeaders,
		body: JSON.stringify({
			site_id: product.siteId,
			user_id: "anna",
			traits,
			is_new_identify: isNew,
		}),
	});
	expect(await response.json()).toEqual({ success: true });
};

describe("a visitor who signs in", () => {
	it("is one user from the first page on, with the site's traits", async () => {
		await send({ type: "pageview", pathname: "/pricing" });
		await describeUser({ plan: "free", company: "Example", seats: 3 }, true);
		await describeUser({ plan: "pro", company: null }, false);
		await send({ type: "custom_event", event_name: "buy", user_id: "anna" });

		const users = await eventually(
			() => report<{ data: User[]; totalCount: number }>("users"),
			({ data: [first], totalCount }) =>
				totalCount === 1 && first?.events === 1 && first.traits?.["plan"] === "pro",
		);
		// The page was viewed before anyone was identified: now it belongs to the user, and to nobody else.
		expect(users).toMatchObject({
			data: [
				{
					identified_user_id: "anna",
					effective_user_id: "anna",
					traits: { plan: "pro", seats: 3 },
					pageviews: 1,
					events: 1,
				},
			],
			totalCount: 1,
		});
		expect(users.data).toHaveLength(1);

		const device = users.data[0]?.user_id;
		const { data: anna } = await report<{ data: object }>("users/anna");
		expect(anna).toMatchObject({
			traits: { plan: "pro", seats: 3 },
			first_entry_page: "/pricing",
			linked_devices: [{ anonymous_id: device }],
		});
		expect((await report<{ data: object }>(`users/${device}`)).data).toEqual(anna);
	});

	it("is found by current traits, and not by one that was deleted", async () => {
		expect(await report("user-traits/keys")).toEqual({
			keys: [
				{ key: "plan", userCount: 1 },
				{ key: "seats", userCount: 1 },
			],
		});
		expect(await report("user-traits/values?key=plan")).toEqual({
			values: [{ value: "pro", userCount: 1 }],
			total: 1,
			hasMore: false,
		});
		expect(await report("user-traits/users?key=plan&value=pro")).toMatchObject({
			users: [{ identified_user_id: "anna", sessions: 2 }],
			total: 1,
		});
		expect(await report("user-traits/users?key=company&value=Example")).toEqual({
			users: [],
			total: 0,
			hasMore: false,
		});
	});
});

describe("an app that reports its device and version", () => {
	const app = { hostname: "app.test", device_model: "Pixel 9" };
	const equals = (parameter: string, value: string) =>
		`filters=${encodeURIComponent(JSON.stringify([{ parameter, type: "equals", value: [value] }]))}`;

	it("can be queried by both in breakdowns, filters, lists and exports", async () => {
		await send({ ...app, type: "pageview", anonymous_id: "phone", app_version: "2.1.0" });
		await send({ ...app, type: "pageview", anonymous_id: "tablet", app_version: "2.2.0" });

		const models = await eventually(
			() => report<{ data: { data: object[] } }>("metric?parameter=device_model"),
			({ data: { data } }) => JSON.stringify(data).includes('"count":2'),
		);
		expect(models.data.data).toMatchObject([{ value: "Pixel 9", count: 2, percentage: 100 }]);

		const newer = equals("app_version", "2.2.0");
		expect(await report(`metric?parameter=app_version&${newer}`)).toMatchObject({
			data: { data: [{ value: "2.2.0", count: 1 }] },
		});
		expect(await report(`overview?${newer}`)).toMatchObject({ data: { sessions: 1 } });

		const row = { device_model: "Pixel 9", app_version: "2.2.0" };
		expect(await report(`events?${newer}`)).toMatchObject({ data: [row] });
		expect(await report(`export/events?format=json&${newer}`)).toMatchObject([row]);
	});
});
