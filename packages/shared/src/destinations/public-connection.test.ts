import { describe, expect, it } from "vitest";
import { PrivateAddressError, publicConnection } from "./public-connection.ts";

const resolved = (host: string, all: boolean) =>
	new Promise((resolve) =>
		publicConnection(host).lookup(host, { all }, (error, found) => resolve(error ?? found)),
	);

describe("a connection to public addresses alone", () => {
	it("is refused to an address of a private network", () =>
		expect(() => publicConnection("10.0.0.1")).toThrow(PrivateAddressError));

	it.each([true, false])("goes to a public address (all of them: %s)", async (all) =>
		expect(await resolved("93.184.216.34", all)).toEqual(
			all ? [{ address: "93.184.216.34", family: 4 }] : "93.184.216.34",
		),
	);

	it("is refused to a name of this machine, once it is resolved", async () =>
		expect(await resolved("localhost", true)).toBeInstanceOf(PrivateAddressError));
});
