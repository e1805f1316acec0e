import { onOneDatabase } from "@footfall/testing/api/on-each-database";
import { startTestApi } from "@footfall/testing/api/test-api";
import { describe, expect, it, vi } from "vitest";
import { securityText } from "./security-text.ts";

const now = Date.UTC(2026, 10, 30, 12);
const fieldsOf = (text: string) =>
	text
		.trimEnd()
		.split("\n")
		.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]);

describe("security.txt", () => {
	it("names the product's own contact and policy unless the operator has another", () => {
		expect(fieldsOf(securityText({ contacts: [] }, { baseUrl: "https://a.example", now }))).toEqual(
			[
				["Contact", "https://github.com/footfall-analytics/footfall/security/advisories/new"],
				["Expires", "2027-05-30T00:00:00.000Z"],
				["Preferred-Languages", "en, de"],
				["Canonical", "https://a.example/.well-known/security.txt"],
				["Policy", "https://github.com/footfall-analytics/footfall/blob/main/SECURITY.md"],
			],
		);
		const own = { contacts: ["mailto:a@example.com", "https://example.com/report"] };
		expect(fieldsOf(securityText(own, { baseUrl: "http://localhost:3000", now }))).toEqual([
			["Contact", "mailto:a@example.com"],
			["Contact", "https://example.com/report"],
			["Expires", "2027-05-30T00:00:00.000Z"],
			["Preferred-Languages", "en, de"],
		]);
	});
});

onOneDatabase("security.txt of a server", (stage) => {
	it("never expires, however long the server has run", async () => {
		const api = await startTestApi(await stage.create(), {
			security: { contacts: ["mailto:security@example.com"] },
		});
		const later = Date.now() + 3 * 365 * 86_400_000;
		vi.useFakeTimers({ toFake: ["Date"], now: later });
		try {
			const { status, headers, body } = await api.ask("/.well-known/security.txt");
			expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
			const fields = Object.fromEntries(fieldsOf(String(body)));
			expect(fields).toMatchObject({ Contact: "mailto:security@example.com" });
			const left = Date.parse(fields["Expires"] ?? "") - later;
			expect(left).toBeGreaterThan(0);
			expect(left).toBeLessThan(365 * 86_400_000);
		} finally {
			vi.useRealTimers();
			await api.close();
		}
	});
});
