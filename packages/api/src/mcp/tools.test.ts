import { TOOL_ARGUMENTS } from "@footfall/testing/api/tools";
import { describe, expect, it } from "vitest";
import type { KeyCaller } from "../access/caller.ts";
import { routesOf } from "../routes.ts";
import { createTools } from "./tool.ts";
import { TOOLS } from "./tools.ts";

const MAX_TOKENS = 6_000;
/** No tokenizer makes more tokens of JSON in English than a third of its bytes: o200k_base makes a quarter. */
const BYTES_PER_TOKEN = 3;

const absent = {} as never;
const tools = createTools(
	TOOLS,
	routesOf({
		...{ database: absent, store: absent, purge: absent, imports: absent, google: absent },
		...{ examples: absent, live: absent, mailer: absent, quotas: absent, destinations: absent },
		sourceMaps: absent,
		disableSignup: false,
		secret: "nothing is signed",
	}),
);
const all = [...tools.values()];
const namesFor = (permissions: KeyCaller["permissions"]) => {
	const caller: KeyCaller = {
		via: "organization-key",
		organizationId: "1",
		keyId: "1",
		permissions,
	};
	return all.filter((tool) => tool.isFor(caller)).map(({ description }) => description.name);
};

describe("the list of tools", () => {
	it("costs an assistant at most 6,000 tokens", () => {
		const bytes = Buffer.byteLength(
			JSON.stringify({ tools: all.map(({ description }) => description) }),
		);
		expect(bytes / BYTES_PER_TOKEN).toBeLessThanOrEqual(MAX_TOKENS);
		expect(all.length).toBeLessThanOrEqual(20);
	});

	it("marks what writes, and only that", () => {
		const writing = all.filter(({ description }) => !description.annotations.readOnlyHint);
		expect(writing.map(({ description }) => description.name)).toEqual([
			"create_annotation",
			"create_goal",
		]);
	});

	it("shows a key only what its scopes allow, so none that writes to one that reads", () => {
		expect(namesFor(null)).toEqual(TOOLS.map(({ name }) => name));
		expect(namesFor({ annotations: ["read"], goals: ["write"] })).toEqual([
			...["definitions", "goals", "annotations", "create_goal"],
		]);
		expect(namesFor({ goals: ["read"] })).toEqual(["definitions", "goals"]);
	});

	it("is covered by the arguments with which the tests call every tool", () =>
		expect(Object.keys(TOOL_ARGUMENTS)).toEqual(TOOLS.map(({ name }) => name)));
});
