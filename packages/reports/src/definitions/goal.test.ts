import { expect, it } from "vitest";
import { GoalBody } from "./goal.ts";

const refusalOf = (config: object, goalType = "event") =>
	GoalBody.safeParse({ goalType, config: { eventName: "a", pathPattern: "/a", ...config } }).error
		?.issues[0]?.message;

it.each([
	[{ value: { amount: "29.90", currency: "EUR" } }],
	[{ value: { amount: 5, currency: "JPY" } }],
	[{ valueFrom: "revenue" }],
	[{ valueFrom: "prop:price" }],
])("a goal may be worth %j", (config) => expect(refusalOf(config)).toBeUndefined());

it.each<[config: object, named: string]>([
	[{ value: { amount: "29,90", currency: "EUR" } }, '"29,90" is not an amount above 0'],
	[{ value: { amount: 0, currency: "EUR" } }, "0 is not an amount above 0"],
	[{ value: { amount: "-1", currency: "EUR" } }, '"-1" is not an amount above 0'],
	[{ value: { amount: 1, currency: "euro" } }, '"euro" is not an ISO 4217 currency code'],
	[{ valueFrom: "price" }, '"price" is neither revenue nor a property'],
	[{ valueFrom: "revenue", value: { amount: 1, currency: "EUR" } }, "either a value or valueFrom"],
])("%j is refused: %s", (config, named) => expect(refusalOf(config)).toContain(named));

it("pages have no revenue of their own", () =>
	expect(refusalOf({ valueFrom: "revenue" }, "path")).toContain("Only events have revenue"));
