import { describe, expect, it } from "vitest";
import { createOneAddressWatch } from "./one-address.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const HOUR_MS = 3_600_000;

interface Traffic {
	events?: number;
	/** One in this many events has an address of its own, starting with the first. */
	othersEvery?: number;
	userAgents?: number;
	screens?: number;
}

const watching = () => {
	const watch = createOneAddressWatch();
	/** How often it was reported. */
	const send = (
		{ events = 200, othersEvery = 0, userAgents = 20, screens = 1 }: Traffic,
		{ site = 1, at = NOON } = {},
	) => {
		let noticed = 0;
		for (let nth = 0; nth < events; nth++) {
			const isOther = othersEvery > 0 && nth % othersEvery === 0;
			const sender = {
				address: isOther ? `2001:db8::${nth}` : "192.0.2.1",
				userAgent: `Browser ${nth % userAgents}`,
				screenWidth: 1000 + (nth % screens),
				screenHeight: 800,
			};
			if (watch.saw(site, sender, at)) noticed++;
		}
		return noticed;
	};
	return { ...watch, send };
};

describe("a site nearly all of whose traffic comes from one address", () => {
	it.each<[string, Traffic, number]>([
		["200 events of 20 user agents", {}, 1],
		["200 events of 20 screen sizes", { userAgents: 1, screens: 20 }, 1],
		["400 events, of which 4 % have other addresses", { events: 400, othersEvery: 25 }, 1],
		["199 events", { events: 199 }, 0],
		["a thousand events of one busy person", { events: 1000, userAgents: 1 }, 0],
		["19 user agents and screen sizes", { events: 1000, userAgents: 19, screens: 19 }, 0],
		["1,000 events, of which 10 % have other addresses", { events: 1000, othersEvery: 10 }, 0],
		["a crowd with one address each", { events: 1000, othersEvery: 1 }, 0],
	])("is reported, or not, depending on its visitors: %s", (_name, traffic, times) =>
		expect(watching().send(traffic)).toBe(times),
	);

	it("is reported once per hour and site", () => {
		const { send, found } = watching();
		expect([
			send({ events: 5000 }),
			send({ events: 5000 }),
			send({}, { site: 2 }),
			send({}, { at: NOON + HOUR_MS }),
		]).toEqual([1, 0, 1, 1]);
		expect(found()).toBe(3);
	});

	it("is not accumulated over two hours", () => {
		const { send } = watching();
		expect([send({ events: 150 }), send({ events: 150 }, { at: NOON + HOUR_MS })]).toEqual([0, 0]);
	});

	it("is not reported where the address is unknown", () => {
		const { saw } = watching();
		for (let nth = 0; nth < 1000; nth++)
			expect(saw(1, { address: "", userAgent: `${nth % 50}` }, NOON)).toBe(false);
	});
});
