import { expect, it } from "vitest";
import { mailedToken } from "./mailed-token.ts";

it.each([
	["#abc_-9", "abc_-9"],
	["", ""],
	["#", ""],
	["#a%20b%20", "a b"],
	["#%E0%A4%A", ""],
])("reads the token of %s", (hash, token) => expect(mailedToken(hash)).toBe(token));
