/** Texts of a site's settings of money. */
export const words = {
	text: "Events may carry an amount and a currency. Changes apply to events from now on; rates apply to all.",
	currency: "Currency",
	currencyHint: "Of amounts without one. A code of three letters, such as EUR; empty for none.",
	currencyBad: "Enter a code of three letters, such as EUR.",
	events: "Events that carry money",
	eventsText:
		"In these events, the properties revenue or value are money. An event with its own revenue always counts.",
	noEvents: "Properties of events are not money.",
	event: "Event name",
	eventEmpty: "Enter the name of an event.",
	repeated: "This is already on the list.",
	full: (most: string) => `The list is full: at most ${most}. Remove something first.`,
	add: "Add",
	remove: "Remove",
	removeOne: (value: string) => `Remove ${value}`,
	rates: "Exchange rates",
	ratesText:
		"For sums in one currency. A rate is valid from its day until the next one; amounts without a rate are left out and named.",
	noRates: "Amounts in other currencies are not converted.",
	date: "From",
	from: "Currency",
	to: "Into",
	rate: "Rate",
	rateOf: (date: string, from: string, to: string) => `${from} to ${to} from ${date}`,
	rateBad: {
		date: "Choose a day.",
		currency: "Enter two different codes of three letters, such as USD and EUR.",
		rate: "Enter a number above 0 with a point, such as 0.92.",
	},
	refused: (count: string, reasons: string) =>
		`Stored without their money in the last hour: ${count} (${reasons}).`,
	reasons: {
		amount: "not an amount, such as 29.90",
		currency: "unknown currency",
		no_currency: "no currency, and the site has none",
		order_id: "order id too long",
		event_type: "a measurement",
	} as Record<string, string>,
};
