import { describe, expect, it } from "vitest";
import { SCRIPT_FILE_NAME, scriptAddress } from "./script-address.ts";

describe("the address of a script", () => {
	it("is made of its content's digest", () =>
		// printf 'go()' | openssl dgst -sha384 -binary | base64
		expect(scriptAddress("go()")).toEqual({
			fileName: "d9e47679b44bdcf4c0cd81b6b5ebe537.js",
			integrity: "sha384-2eR2ebRL3PTAzYG2tevlN+8WTrXsUaQaggr559th5ntotR7G/oN0/gI71qhJrQ5e",
		}));

	it.each(["script.js", "script.../secret.js", "script.0123456789ABCDEF0123456789ABCDEF.js"])(
		"is never %s",
		(name) => expect(SCRIPT_FILE_NAME.test(name)).toBe(false),
	);
});
