import { ClientEvent } from "@footfall/shared/event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { customFields, errorFields, outboundFields } from "./event-fields.ts";

const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
afterEach(() => warn.mockClear());

describe("properties", () => {
	it("go over the wire as JSON text", () =>
		expect(customFields("signup", { plan: "pro", seats: 3 })).toEqual({
			event_name: "signup",
			properties: '{"plan":"pro","seats":3}',
		}));

	it.each([
		["are too long", { text: "x".repeat(2048) }],
		["are no JSON", { big: 1n }],
	])("are left out with a warning when they %s", (_what, properties) => {
		expect(customFields("signup", properties)).toEqual({
			event_name: "signup",
			properties: undefined,
		});
		expect(warn).toHaveBeenCalledExactlyOnceWith("footfall: properties left out", properties);
	});
});

describe("long addresses and errors", () => {
	it("still make an event that the gateway takes", () => {
		const outbound = outboundFields(`https://example.com/${"x".repeat(5000)}`, '"'.repeat(500), "");
		expect(ClientEvent.parse({ type: "outbound", site_id: "1", ...outbound })).toBeTruthy();
		const error = new Error('"'.repeat(5000));
		error.stack = "\n".repeat(5000);
		const fields = errorFields(error, { page: "x".repeat(5000) });
		expect(ClientEvent.parse({ type: "error", site_id: "1", ...fields })).toBeTruthy();
		expect(JSON.parse(fields.properties ?? "")).toEqual({ message: '"'.repeat(500) });
	});
});
