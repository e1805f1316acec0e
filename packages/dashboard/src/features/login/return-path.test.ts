import { expect, it } from "vitest";
import { returnPath } from "./return-path.ts";

it.each([
	["", "/"],
	["?to=/0123456789ab/live%3Frange%3D7d", "/0123456789ab/live?range=7d"],
	["?to=https://evil.example", "/"],
	["?to=//evil.example", "/"],
	["?to=/%5Cevil.example", "/"],
	["?to=javascript:alert(1)", "/"],
	["?to=/login%3Fto%3D/login", "/"],
])("signing in with %s leads to %s", (search, path) => expect(returnPath(search)).toBe(path));
