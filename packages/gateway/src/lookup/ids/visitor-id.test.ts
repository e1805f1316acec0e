import { describe, expect, it } from "vitest";
import { createVisitorOf, type VisitorIdCache, visitorIdCache } from "./visitor-id.ts";

const DAY = 24 * 60 * 60 * 1000;
const visit = {
	site: 1,
	address: "203.0.113.5",
	userAgent: { text: "Browser", number: 1 },
	salted: false,
	occurredAt: 20 * DAY + 5,
};
type Visit = typeof visit & { anonymousId?: string; cache?: VisitorIdCache };
const visitorIdsFrom = (secret: string) => {
	const visitorOf = createVisitorOf(secret);
	return ({ site, address, userAgent, salted, occurredAt, anonymousId, cache }: Visit) =>
		visitorOf(
			{
				site: { settings: { siteId: site, saltUserIds: salted } },
				visitorAddress: address,
				userAgent,
				visitorIdCache: cache,
			},
			occurredAt,
			anonymousId,
		);
};
const ids = visitorIdsFrom("secret");

describe("a visitor's id", () => {
	it("is 16 hex characters and always the same for the same visitor", () => {
		const first = ids(visit);
		expect(first).toEqual({
			visitor: expect.stringMatching(/^[0-9a-f]{16}$/),
			partitionKey: first.visitor,
		});
		expect(ids({ ...visit, occurredAt: 900 * DAY })).toEqual(first);
	});

	it("differs by site, address, agent, anonymous id and installation", () => {
		const all = [
			ids(visit),
			ids({ ...visit, site: 2 }),
			ids({ ...visit, address: "203.0.113.6" }),
			ids({ ...visit, userAgent: { text: "Other", number: 2 } }),
			ids({ ...visit, anonymousId: "device" }),
			visitorIdsFrom("other secret")(visit),
		];
		expect(new Set(all.map(({ visitor }) => visitor)).size).toBe(6);
	});

	it("follows a device's anonymous id across networks and updates", () =>
		expect(
			ids({
				...visit,
				anonymousId: "device",
				address: "198.51.100.1",
				userAgent: { text: "New", number: 3 },
			}),
		).toEqual(ids({ ...visit, anonymousId: "device" })));

	it("cannot be forged by an anonymous id that contains an address and an agent", () =>
		expect(ids({ ...visit, anonymousId: "203.0.113.5|Browser" })).not.toEqual(ids(visit)));

	it("changes with the UTC day where the site salts, and includes yesterday's", () => {
		const today = ids({ ...visit, salted: true });
		const tomorrow = ids({ ...visit, salted: true, occurredAt: visit.occurredAt + DAY });
		expect(tomorrow.visitor).not.toBe(today.visitor);
		expect(tomorrow.visitorYesterday).toBe(today.visitor);
		expect(tomorrow.partitionKey).toBe(today.partitionKey);
		expect(today.partitionKey).toMatch(/^[0-9a-f]{2}$/);
		expect(ids({ ...visit, salted: true, occurredAt: 20 * DAY + 80_000_000 })).toEqual(today);
	});

	it("is the same whether or not it was cached with the address, however many share it", () => {
		const recent = visitorIdCache();
		const visitors = Array.from({ length: 40 }, (_, index) => ({
			...visit,
			site: 1 + (index % 3),
			userAgent: { text: `Browser ${index % 11}`, number: index % 11 },
			salted: index % 2 === 0,
			occurredAt: visit.occurredAt + (index % 5) * DAY,
		}));
		const twice = [...visitors, ...visitors];
		expect(twice.map((each) => ids({ ...each, cache: recent }))).toEqual(
			twice.map((each) => ids(each)),
		);
	});
});
