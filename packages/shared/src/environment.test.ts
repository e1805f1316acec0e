import { describe, expect, it } from "vitest";
import { z } from "zod";
import { EnvironmentError, flag, port, readEnvironment } from "./environment.ts";

const schema = z.object({ PORT: port.default(3000), ALLOW_SIGNUP: flag.default(false) });

describe("the environment", () => {
	it("falls back to defaults for absent and empty variables", () =>
		expect(readEnvironment(schema, { PORT: "", UNRELATED: "x" })).toEqual({
			PORT: 3000,
			ALLOW_SIGNUP: false,
		}));

	it.each(["true", "1", "YES"])("accepts %s as on", (value) =>
		expect(readEnvironment(schema, { ALLOW_SIGNUP: value }).ALLOW_SIGNUP).toBe(true),
	);

	it("lists every invalid variable and what it accepts", () =>
		expect(() => readEnvironment(schema, { PORT: "70000", ALLOW_SIGNUP: "maybe" })).toThrow(
			new EnvironmentError(
				"Invalid configuration:\n  PORT: must be a port number from 0 to 65535\n  ALLOW_SIGNUP: must be true or false",
			),
		));
});
