import { eventually } from "@footfall/testing/eventually";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const HOUR_MS = 3_600_000;
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

/** All from one address and agent, as a backend sends. */
const send = async (path: string, body: object, method = "POST") => {
	const response = await fetch(`${product.url}${path}`, {
		method,
		headers: {
			authorization: `Bearer ${product.apiKey}`,
			"content-type": "application/json",
			"user-agent": "backend/1.0",
		},
		body: JSON.stringify(body),
	});
	return (await response.json()) as { success: boolean; clamped?: boolean; time?: string };
};
const track = (event: object) =>
	send("/api/track", { site_id: product.siteId, type: "custom_event", pathname: "/", ...event });

describe("a backend that sends events for its users", () => {
	const names = ["anna", "ben", "cem", "dora", "eva"];

	it("creates one user per id in all reports, and its own events stay anonymous", async () => {
		await track({ event_name: "started" });
		for (const user_id of names) {
			const { siteId: site_id } = product;
			expect(await send("/api/identify", { site_id, user_id, traits: { plan: "pro" } })).toEqual({
				success: true,
			});
			for (const event_name of ["opened", "paid"])
				expect(await track({ event_name, user_id })).toEqual({ success: true });
		}
		await track({ event_name: "stopped" });

		const users = await eventually(
			() => report<{ data: { identified_user_id: string; events: number }[] }>("users"),
			({ data: rows }) => rows.reduce((sum, { events }) => sum + events, 0) === 12,
		);
		expect(
			users.data.map(({ identified_user_id, events }) => [identified_user_id, events]).sort(),
		).toEqual([["", 2], ...names.map((name) => [name, 2])]);
		expect(await report("overview")).toMatchObject({ data: { users: 6, sessions: 6 } });
		const { data: retention } = await report<{ data: { cohorts: object } }>("retention?mode=day");
		expect(Object.values(retention.cohorts)).toEqual([{ size: 6, percentages: [100] }]);
	});
});

describe("an event of years ago", () => {
	const thatDay = "start_date=2004-02-29&end_date=2004-02-29&time_zone=UTC";

	it("is dated 72 hours back, and at its own time if its site allows backfill", async () => {
		const timestamp = "2004-02-29T12:00:00Z";
		const old = { event_name: "old", user_id: "old", timestamp };
		const { time, ...reply } = await track(old);
		expect(reply).toEqual({ success: true, clamped: true });
		expect(Math.abs(Date.now() - 72 * HOUR_MS - Date.parse(time ?? ""))).toBeLessThan(10_000);

		await send(`/api/sites/${product.siteId}/config`, { allowBackfill: true }, "PUT");
		// Gateways poll for the configuration every few seconds.
		await eventually(
			() => track(old),
			(allowed) => allowed.clamped === undefined,
		);
		expect(await track({ ...old, timestamp: "1998-01-01T00:00:00Z" })).toEqual({
			success: true,
			clamped: true,
			time: "2000-01-01T00:00:00.000Z",
		});
		await eventually(
			() => report<{ data: { sessions: number; users: number } }>(`overview?${thatDay}`),
			({ data: { sessions, users } }) => sessions === 1 && users === 1,
		);
	});
});
