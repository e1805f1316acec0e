import { describe, expect, it } from "vitest";
import { words } from "../../i18n/en/explore.ts";
import { readyBoards } from "./ready-boards.ts";

const metricsOf = (hasMoney: boolean) =>
	readyBoards(words, hasMoney).flatMap(({ cards }) =>
		cards.flatMap((card) => (card.kind === "question" ? card.question.metrics : [])),
	);
const shop = (hasMoney: boolean) =>
	readyBoards(words, hasMoney)
		.find(({ id }) => id === "ready-shop")
		?.cards.map((card) => (card.kind === "question" ? card.title : ""));

describe("ready-made boards", () => {
	it("ask for no money on a site without it", () =>
		expect(metricsOf(false).filter((name) => /revenue|order/.test(name))).toEqual([]));

	it("show revenue, orders and where they come from in the shop of a site with money", () => {
		expect(metricsOf(true)).toEqual(expect.arrayContaining(["revenue", "orders", "average_order"]));
		expect(shop(true)).toEqual(expect.arrayContaining(["Revenue by channel", "Revenue by page"]));
	});
});
