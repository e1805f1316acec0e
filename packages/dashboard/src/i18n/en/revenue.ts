import { counted } from "../../format/plural.ts";
/** Texts about money; only sites with money load them. */
export const words = {
	revenue: "Revenue",
	ordersOf: (orders: string, average: string) =>
		`${counted(orders, "order", "orders")}, ${average} on average`,
	/** Some amounts have no exchange rate. */
	incomplete: "incomplete",
	attribution: {
		title: (dimension: string) => `What led to revenue: ${dimension}`,
		model: "Who gets the revenue",
		models: {
			last: "The last session",
			first: "The first session",
			last_non_direct: "The last session that was not direct",
			linear: "All sessions in equal parts",
		},
		lookback: "Sessions count",
		days: (days: string) => `up to ${days} days before`,
		orders: "Orders",
		none: "No revenue in this period",
		note: "By person. Filters choose the orders, not the sessions that led to them.",
		leftOut: (amount: string, days: string) =>
			`${amount} (${days}) are not part of this: the site has no exchange rate for them.`,
	},
};
