import { silentLogger } from "@footfall/shared/logger";
import {
	browserHeaders,
	type RunningGateway,
	runGateway,
} from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const EXCLUDED_ADDRESS = "203.0.113.77";
/** An address of the bundled city data. */
const AMERICAN_ADDRESS = "8.8.8.8";

const logged: unknown[] = [];
const note = (fields: object, message: string) => void logged.push([fields, message]);
let running: RunningGateway;
beforeAll(async () => {
	running = await runGateway({
		log: { ...silentLogger, info: note, warn: note, error: note },
		snapshot: snapshotWith([
			siteOf({
				trackIp: true,
				excludedIPs: [`${EXCLUDED_ADDRESS}/32`],
				excludedCountries: ["US"],
				excludedQueryParams: ["Token"],
			}),
		]),
	});
});
afterAll(() => running.stop());

const track = async (address: string, event: object, headers: Record<string, string> = {}) => {
	const response = await fetch(`${running.url}/api/track`, {
		method: "POST",
		headers: { ...browserHeaders, "x-forwarded-for": address, ...headers },
		body: JSON.stringify({ type: "pageview", site_id: "1", ...event }),
	});
	return response.json();
};

describe("an excluded visit", () => {
	it("is answered with its reason and is neither queued nor logged, whoever sent it", async () => {
		const answers = [
			await track(EXCLUDED_ADDRESS, { pathname: "/excluded-secret" }),
			await track(`::ffff:${EXCLUDED_ADDRESS}`, { pathname: "/excluded-secret" }),
			await track(`${EXCLUDED_ADDRESS}, 198.51.100.1`, { pathname: "/excluded-secret" }),
			await track(AMERICAN_ADDRESS, { pathname: "/excluded-secret" }),
			// A crawler is excluded before it is detected as one.
			await track(EXCLUDED_ADDRESS, { pathname: "/excluded-secret" }, { "user-agent": "GPTBot" }),
			await track(
				"198.51.100.1",
				{ pathname: "/excluded-secret", ip_address: AMERICAN_ADDRESS },
				{ authorization: "Bearer secret-key" },
			),
		];
		const ip = { success: true, message: "Event not tracked - IP excluded" };
		const country = { success: true, message: "Event not tracked - country excluded" };
		expect(answers).toEqual([ip, ip, ip, country, ip, country]);

		// The next event is the only one in the queue.
		expect(await track("198.51.100.2", { pathname: "/kept" })).toEqual({ success: true });
		const appended = await running.appended(1);
		expect(appended.map(({ pathname, ip: address }) => [pathname, address])).toEqual([
			["/kept", "198.51.100.2"],
		]);
		expect(JSON.stringify(logged)).not.toMatch(/203\.0\.113|8\.8\.8\.8|198\.51|excluded-secret/);
	});
});

describe("an excluded query parameter", () => {
	it("is stripped in any case, and its value still determines the channel", async () => {
		await track("198.51.100.3", {
			pathname: "/a",
			querystring: "?token=secret&TOKEN=secret&page=2&utm_source=chatgpt.com",
		});
		const [event] = await running.appended(1);
		expect(event).toMatchObject({
			querystring: "?page=2&utm_source=chatgpt.com",
			urlParameters: { page: "2", utm_source: "chatgpt.com" },
			channel: "AI",
		});
		expect(JSON.stringify(event)).not.toContain("secret");
	});
});
