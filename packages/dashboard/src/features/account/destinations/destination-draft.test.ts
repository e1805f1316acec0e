import { describe, expect, it } from "vitest";
import type { ListedDestination } from "./destination-api.ts";
import {
	type Draft,
	destinationOf,
	draftOf,
	missingFields,
	newDraft,
	signingSecret,
} from "./destination-draft.ts";

const KAFKA: Draft = {
	...newDraft("kafka"),
	...{ name: " Bus ", secret: "s", sites: "1, 2", types: "pageview", columns: "pathname country" },
	fields: { brokers: "one:9092, two:9092", topic: "events", user: "footfall" },
};

describe("the form of a destination", () => {
	it("sends lists for texts with commas, and leaves out what is empty", () => {
		expect(destinationOf(KAFKA)).toEqual({
			name: "Bus",
			target: {
				...{ kind: "kafka", brokers: ["one:9092", "two:9092"], topic: "events" },
				...{ tls: true, user: "footfall" },
			},
			filter: { hasBots: false, sites: [1, 2], types: ["pageview"] },
			columns: ["pathname", "country"],
			...{ start: "now", secret: "s" },
		});
		expect(
			destinationOf({ ...newDraft("folder"), name: "Lake", fields: { path: "lake" } }),
		).toEqual({
			name: "Lake",
			target: { kind: "folder", path: "lake" },
			filter: { hasBots: false },
			start: "now",
		});
	});

	it.each([
		{ kind: "folder", path: "/exports/lake" },
		{ kind: "s3", bucket: "lake", region: "eu-1", prefix: "", accessKeyId: "id" },
		{
			...{ kind: "postgres", host: "db.example.com", port: 5433, database: "d", user: "u" },
			...{ schema: "public", table: "events", tls: false },
		},
		{ kind: "http", url: "https://example.com/" },
		{ kind: "kafka", brokers: ["one:9092"], topic: "events", tls: true },
	] as ListedDestination["target"][])(
		"shows $kind as it is stored, and sends it back unchanged",
		(target) => {
			const stored = {
				...{ name: "One", target, start: "now", columns: ["pathname"] },
				filter: { hasBots: true, sites: [3] },
			} as ListedDestination;
			const { name, filter, columns, start } = stored;
			expect(destinationOf(draftOf(stored))).toEqual({ name, target, filter, columns, start });
		},
	);

	it("names the fields that must not be empty", () => {
		expect(missingFields(newDraft("s3"))).toEqual(["bucket", "region", "accessKeyId"]);
		expect(missingFields(KAFKA)).toEqual([]);
	});

	it("makes signing secrets of 32 bytes, each another", () => {
		expect(signingSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
		expect(signingSecret()).not.toBe(signingSecret());
	});
});
