import { afterAll, describe, expect, it } from "vitest";
import { createClientReader } from "./client-reader.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";

describe("the browser and place of a request", () => {
	const clients = createClientReader({});
	afterAll(clients.close);

	it("come from its user agent and address", () =>
		expect(clients.read({ headers: { "user-agent": FIREFOX }, address: "81.2.69.142" })).toEqual({
			...{ browser: "Firefox", operatingSystem: "Linux", deviceType: "Desktop" },
			...{ country: "GB", region: "GB-ENG", city: "London" },
		}));

	it.each([
		["curl/8.5.0", "curl", ""],
		["", "", ""],
		[undefined, "", ""],
	])("are told of the user agent %j too", (agent, browser, operatingSystem) =>
		expect(
			clients.read({
				headers: { ...(agent !== undefined && { "user-agent": agent }) },
				address: "",
			}),
		).toMatchObject({ browser, operatingSystem }),
	);

	it("are empty when unknown", () =>
		expect(Object.values(clients.read({ headers: {}, address: "" }))).toEqual(Array(6).fill("")));

	it("have no place without a database", () => {
		const placeless = createClientReader({ cityDatabases: [] });
		const { browser, country } = placeless.read({
			headers: { "user-agent": FIREFOX },
			address: "81.2.69.142",
		});
		expect([browser, country]).toEqual(["Firefox", ""]);
		placeless.close();
	});
});
