import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { bearer, startTestApi } from "@footfall/testing/api/test-api";
import { expect, it } from "vitest";

onEachDatabase("limits of API keys", (stage) => {
	const mint = async (limit: object) => {
		const { body } = await stage.api.ask("/api/user/api-keys", {
			headers: stage.api.as.owner,
			body: { name: "limited", ...limit },
		});
		return body as { id: string; key: string };
	};
	const read = (key: string) =>
		stage.api.ask(`${stage.api.organization}/members`, { headers: bearer(key) });

	it("refuse excess requests, and say how long to wait", async () => {
		const { key } = await mint({ rateLimitMax: 2 });
		const answers = [await read(key), await read(key), await read(key)];
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
		expect(answers.map(({ headers }) => headers.get("ratelimit-remaining"))).toEqual([
			"1",
			"0",
			"0",
		]);
		const [, , refused] = answers;
		const seconds = Number(refused?.headers.get("retry-after"));
		expect(seconds).toBeGreaterThan(0);
		expect(seconds).toBeLessThanOrEqual(60);
		expect(refused?.headers.get("ratelimit-limit")).toBe("2");
		expect(refused?.headers.get("ratelimit-reset")).toBe(String(seconds));
		expect(refused?.body).toMatchObject({
			error: "Rate limit exceeded",
			code: "RATE_LIMITED",
			scope: "burst",
			limit: 2,
			retryAfter: seconds,
		});
	});

	it("apply on a public site too", async () => {
		const { key } = await mint({ rateLimitMax: 1 });
		const open = () =>
			stage.api.ask(`/api/sites/${stage.api.demoSite.siteId}`, { headers: bearer(key) });
		expect([(await open()).status, (await open()).status]).toEqual([200, 429]);
	});

	it("reset when their window ends", async () => {
		const { key } = await mint({ rateLimitMax: 1, rateLimitTimeWindow: 500 });
		expect((await read(key)).status).toBe(200);
		await expect.poll(async () => (await read(key)).status, { timeout: 5000 }).toBe(200);
	});

	it("count concurrent requests once each", async () => {
		const { key } = await mint({ rateLimitMax: 5 });
		const answers = await Promise.all(Array.from({ length: 12 }, () => read(key)));
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
	});

	it("can be changed and removed with a session", async () => {
		const { id, key } = await mint({ rateLimitMax: 1 });
		const update = async (change: object) => {
			const { body } = await stage.api.ask("/api/auth/api-key/update", {
				headers: stage.api.as.owner,
				body: { keyId: id, ...change },
			});
			return body;
		};
		expect(await update({ rateLimitMax: 3, rateLimitTimeWindow: 1000 })).toMatchObject({
			rateLimitEnabled: true,
			rateLimitMax: 3,
			rateLimitTimeWindow: 1000,
		});
		expect(await update({ rateLimitEnabled: false })).toMatchObject({ rateLimitEnabled: false });
		const { headers } = await read(key);
		expect(headers.get("ratelimit-limit")).toBe(null);
		expect(await update({ rateLimitMax: 0 })).toMatchObject({ code: "INVALID_REQUEST" });
	});

	it("can be removed by the owner only", async () => {
		const { id } = await mint({ rateLimitMax: 1 });
		const { status } = await stage.api.ask("/api/auth/api-key/update", {
			headers: stage.api.as.stranger,
			body: { keyId: id, rateLimitEnabled: false },
		});
		expect(status).toBe(404);
	});

	it("set by the operator apply to every key, and not to sessions", async () => {
		const other = await startTestApi(await stage.create(), { keyRequestsPerMinute: 1 });
		const ask = (headers: Record<string, string>) => other.ask("/api/organizations", { headers });
		const key = bearer(other.firstStart?.apiKey ?? "");
		expect([(await ask(key)).status, (await ask(key)).status]).toEqual([200, 429]);
		const session = await other.signIn();
		expect([(await ask(session)).status, (await ask(session)).status]).toEqual([200, 200]);
		await other.close();
	});
});
