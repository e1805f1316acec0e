import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, beforeAll, expect, it } from "vitest";
import { reasonOfFailure } from "./reason-of-failure.ts";
import { sendRequest } from "./send-request.ts";

const lookups = { answers: [] as string[], count: 0 };
const { lookup } = dns;
/** Makes every importer of `node:dns` look names up with a function. */
const useLookup = (lookUp: object) => {
	Object.assign(dns, { lookup: lookUp });
	syncBuiltinESMExports();
};

type Found = (error: null, addresses: { address: string; family: number }[]) => void;

beforeAll(() =>
	useLookup((_name: string, _options: object, found: Found) => {
		lookups.count += 1;
		found(null, [{ address: lookups.answers.shift() ?? "127.0.0.1", family: 4 }]);
	}),
);
afterAll(() => useLookup(lookup));

const send = async () => {
	lookups.count = 0;
	return sendRequest(new URL("http://rebinding.example.com:9/"), {
		...{ method: "POST", headers: {}, body: "{}", privateNetworks: false },
		signal: AbortSignal.timeout(50),
	}).catch(reasonOfFailure);
};

it("A name that changes to a private address after a check is not connected to", async () => {
	lookups.answers = ["127.0.0.1"];
	expect(await send()).toContain("DESTINATION_PRIVATE_NETWORKS");
});

it("A name is looked up once for a connection, so that the address which is checked is the one that is used", async () => {
	// The second answer would be used by a check that looks the name up itself.
	lookups.answers = ["192.0.2.1", "127.0.0.1"];
	expect([await send(), lookups.count]).toEqual([
		expect.stringContaining("DESTINATION_PRIVATE_NETWORKS"),
		1,
	]);
});
