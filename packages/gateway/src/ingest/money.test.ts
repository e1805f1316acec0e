import { type ClientEvent, parseClientEvent } from "@footfall/shared/event";
import { describe, expect, it } from "vitest";
import { type MoneySite, moneyOf } from "./money.ts";

const site: MoneySite = { moneyEvents: new Set(["purchase"]), settings: { currency: "CHF" } };
const poor: MoneySite = { moneyEvents: new Set(["purchase"]), settings: { currency: null } };

const eventOf = (fields: object): ClientEvent => {
	const parsed = parseClientEvent({
		...{ type: "custom_event", site_id: "1", event_name: "purchase" },
		...fields,
	});
	if (!parsed.success) throw parsed.error;
	return parsed.data;
};
const of = (fields: object, at = site) => moneyOf(eventOf(fields), at);
const inProperties = (properties: object, more: object = {}, at = site) =>
	of({ properties, ...more }, at);
const money = (amount: string, currency: string) => ({ money: { amount, currency } });

describe("the revenue of an event", () => {
	it.each<[object, object]>([
		[{ revenue: { amount: "29.90", currency: "EUR" } }, money("29.9", "EUR")],
		[{ revenue: { amount: 29.9, currency: "eur" } }, money("29.9", "EUR")],
		[{ revenue: { amount: "-5" }, currency: "USD" }, money("-5", "USD")],
		[{ revenue: 29.9, currency: "EUR" }, money("29.9", "EUR")],
		[{ revenue: "29.90", currency: "EUR" }, money("29.9", "EUR")],
		[{ revenue: 0 }, money("0", "CHF")],
		[{ revenue: 5, event_name: "anything" }, money("5", "CHF")],
		[{ revenue: 5, type: "pageview", event_name: undefined }, money("5", "CHF")],
		[
			{ revenue: 5, order_id: "A-1" },
			{ ...money("5", "CHF"), orderId: "A-1" },
		],
		[
			{ revenue: 5, order_id: 1001 },
			{ ...money("5", "CHF"), orderId: "1001" },
		],
		[{ revenue: 5, properties: { value: 7, currency: "EUR" } }, money("5", "CHF")],
	])("is read from %j", (fields, found) => expect(of(fields)).toEqual(found));

	it.each<[object, string, string]>([
		[
			{ revenue: "1.234,56" },
			"amount",
			'"1.234,56" is not an amount: use digits and a point, such as 1234.56',
		],
		[
			{ revenue: "€19" },
			"amount",
			'"€19" is not an amount: use digits and a point, such as 1234.56',
		],
		[
			{ revenue: { currency: "EUR" } },
			"amount",
			"Nothing is not an amount: use digits and a point, such as 1234.56",
		],
		[
			{ revenue: [5] },
			"amount",
			"An object or a list is not an amount: use digits and a point, such as 1234.56",
		],
		[{ revenue: 1.00001 }, "amount", "1.00001 has more than 4 digits after the point: round it"],
		[
			{ revenue: "10000000000000" },
			"amount",
			'"10000000000000" is larger than 1000000000000: check its unit',
		],
		[
			{ revenue: 5, currency: "EURO" },
			"currency",
			'"EURO" is not an ISO 4217 currency code, such as EUR',
		],
		[
			{ revenue: 5, order_id: "x".repeat(65) },
			"order_id",
			`The order id "${"x".repeat(32)}…" has more than 64 characters: shorten it`,
		],
		[{ revenue: 5, order_id: 1.5 }, "order_id", "1.5 is not an order id: use text"],
	])("is refused in %j", (fields, fault, reason) =>
		expect(of(fields).refused).toEqual({ fault, reason }),
	);

	it("is refused without a currency where the site has none", () =>
		expect(of({ revenue: "5.50", order_id: "A-1" }, poor)).toEqual({
			orderId: "A-1",
			refused: {
				fault: "no_currency",
				reason: "5.5 has no currency, and the site has none: send one, or choose the site's",
			},
		}));

	it("is refused with a measurement of a page", () =>
		expect(of({ type: "engagement", ms_visible: 5, revenue: 5 }).refused?.fault).toBe(
			"event_type",
		));

	it("never refuses the event", () => {
		for (const revenue of [{}, [], true, "x".repeat(5000)])
			expect(eventOf({ revenue, currency: {}, order_id: [] })).toMatchObject({
				type: "custom_event",
			});
	});
});

describe("properties", () => {
	it.each<[object, object]>([
		[{ value: 29.9, currency: "EUR" }, money("29.9", "EUR")],
		[{ revenue: 29.9, currency: "EUR" }, money("29.9", "EUR")],
		[{ revenue: { amount: "29.90", currency: "EUR" } }, money("29.9", "EUR")],
		[{ amount: "29.90", currency: "EUR" }, money("29.9", "EUR")],
		[{ value: "5" }, money("5", "CHF")],
		[
			{ value: 29.9, currency: "EUR", transaction_id: "A-1" },
			{ ...money("29.9", "EUR"), orderId: "A-1" },
		],
		[
			{ value: 5, order_id: 7 },
			{ ...money("5", "CHF"), orderId: "7" },
		],
		[{ amount: 3 }, {}],
		[{ currency: "EUR" }, {}],
		[{ ecommerce: { value: 5, currency: "EUR" } }, {}],
		[{ value: null }, {}],
	])("%j of an event that the site chose are money", (properties, found) =>
		expect(inProperties(properties)).toEqual(found),
	);

	it("are money of events of the chosen names alone, compared exactly", () => {
		for (const event_name of ["Purchase", "purchase ", "order"])
			expect(inProperties({ value: 5 }, { event_name })).toEqual({});
	});

	it("are refused with a reason, as the event's own field is", () => {
		expect(inProperties({ value: "€19", currency: "EUR" }).refused?.fault).toBe("amount");
		expect(inProperties({ value: 19, currency: "EURO" }).refused?.fault).toBe("currency");
		expect(inProperties({ value: 19 }, {}, poor).refused?.fault).toBe("no_currency");
		expect(inProperties({ value: 19, transaction_id: "x".repeat(65) }).refused?.fault).toBe(
			"order_id",
		);
	});
});
