import { describe, expect, it } from "vitest";
import { calledAs, type Invocation } from "./called-as.ts";

const called = (script: string, there: string[] = [], environment: NodeJS.ProcessEnv = {}) => {
	const isThere = (path: string) => there.includes(path);
	const invocation: Invocation = {
		...{ script, isThere, host: "4ac5", directory: "/opt/footfall" },
		environment: {
			PATH: "/opt/footfall/node_modules/.bin:/usr/local/bin:/usr/bin",
			...environment,
		},
	};
	return calledAs(invocation);
};

const INSTALLED = "/opt/footfall/node_modules/.bin/footfall";

describe("the command line shown to the user", () => {
	it("uses npx without an installation", () =>
		expect(called("/root/.npm/_npx/1f/node_modules/.bin/footfall-analytics")).toBe(
			"npx footfall-analytics",
		));

	it("is relative in the folder of an installation", () =>
		expect(called(INSTALLED, [INSTALLED])).toBe("./node_modules/.bin/footfall"));

	it("is the full path from another folder", () =>
		expect(called("/srv/node_modules/.bin/footfall")).toBe("/srv/node_modules/.bin/footfall"));

	it("uses the installed command in a clone", () =>
		expect(called("/opt/footfall/packages/server/dist/main.js", [INSTALLED])).toBe(
			"./node_modules/.bin/footfall",
		));

	it("is the plain name for a global installation", () =>
		expect(called("/usr/local/bin/footfall")).toBe("footfall"));

	it("enters the container from outside", () => {
		expect(called("/usr/local/bin/footfall", ["/.dockerenv"])).toBe("docker exec 4ac5 footfall");
		expect(called("/usr/local/bin/footfall", [], { KUBERNETES_SERVICE_HOST: "10.0.0.1" })).toBe(
			"kubectl exec 4ac5 -- footfall",
		);
	});
});
