import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AutomatedAgent } from "../lookup/automated-agent.ts";
import { operatorRangesIn } from "./operator-ranges.ts";

let directory: string;
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "footfall-ranges-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

const write = (name: string, content: unknown) =>
	writeFileSync(
		join(directory, name),
		typeof content === "string" ? content : JSON.stringify(content),
	);

const agent = (name: string, operator: string): AutomatedAgent => ({
	name,
	operator,
	purpose: "ai_training",
	category: "ai",
	pattern: name,
});
const gptBot = agent("GPTBot", "OpenAI");
const googlebot = agent("Googlebot", "Google");

describe("the addresses that operators publish", () => {
	it("verify an agent by its own name or its operator's, in the published form or as a list", () => {
		write("GPTBot.json", {
			creationTime: "2026-11-01T00:00:00.000000",
			prefixes: [{ ipv4Prefix: "203.0.113.0/25" }, { ipv6Prefix: "2001:db8::/48" }],
		});
		write("google.json", ["198.51.100.0/24"]);
		const isFromOperator = operatorRangesIn(directory);
		expect(
			[
				[gptBot, "203.0.113.9"],
				[gptBot, "2001:db8::9"],
				[gptBot, "203.0.113.200"],
				[gptBot, ""],
				[googlebot, "198.51.100.9"],
				[googlebot, "203.0.113.9"],
				[agent("ClaudeBot", "Anthropic"), "203.0.113.9"],
			].map(([who, address]) => isFromOperator(who as AutomatedAgent, address as string)),
		).toEqual([true, true, false, false, true, false, false]);
	});

	it.each([
		["{", /GPTBot\.json is not valid JSON/],
		[{ ranges: [] }, /GPTBot\.json must be a list of CIDR blocks, or/],
		[["203.0.113.0/33"], /GPTBot\.json: 203\.0\.113\.0\/33: the prefix length must be/],
	])("are rejected with the file name when they are %j", (content, message) => {
		write("GPTBot.json", content);
		expect(() => operatorRangesIn(directory)).toThrow(message);
	});
});
