import { testDatabases } from "@footfall/testing/api/databases";
import { bearer, startTestApi } from "@footfall/testing/api/test-api";
import { describe, expect, it } from "vitest";

const embedded = testDatabases.filter(({ name }) => name === "PGlite");
/** Far less than the keep-alive of an idle connection. */
const SOON_MS = 30_000;

describe.each(embedded)("an api on $name", ({ open }) => {
	it("answers requests in flight before it closes, and does not wait for idle connections", async () => {
		const engine = await open();
		let asked = () => {};
		let answer = () => {};
		const isAsked = new Promise<void>((resolve) => (asked = resolve));
		const isAnswered = new Promise<void>((resolve) => (answer = resolve));
		const query = async (text: string) => {
			if (!text.includes("{limit:UInt32}")) return [];
			asked();
			await isAnswered;
			return [];
		};
		const api = await startTestApi(await engine.create(), {
			store: { query, insert: async () => {}, command: async () => {} },
		});
		const { site, apiKey } = api.firstStart ?? { site: { siteId: "" }, apiKey: "" };
		const sessions = `${api.origin}/api/sites/${site.siteId}/sessions`;
		const inFlight = fetch(sessions, { headers: bearer(apiKey) });
		await isAsked;
		const closed = api.close();
		answer();
		expect(await (await inFlight).json()).toEqual({ data: [] });
		const answeredAt = performance.now();
		await closed;
		expect(performance.now() - answeredAt).toBeLessThan(SOON_MS);
		await engine.close();
	});
});
