/** Texts about figures that were imported from another product; only sites with such figures load them. */
export const words = {
	another: "another product",
	/** `source`: "Plausible"; `range`: "1 January 2021 – 14 March 2026". */
	from: (source: string, range: string) => `From ${source}, ${range}`,
	compared: (source: string, range: string) => `Compared with days from ${source}, ${range}.`,
	dailyUsers: "People of these days are visitors of each day: one on two days counts twice.",
	isOn: "Count them",
	/** Why the chart or a card counts the site's own events alone. */
	leftOut: {
		filter: (source: string) =>
			`Without the days from ${source}: they cannot be filtered this way.`,
		metric: (source: string) => `Without the days from ${source}: they do not hold these figures.`,
		bucket: (source: string) => `Without the days from ${source}: they have no hours.`,
		dimension: (source: string) => `Without the days from ${source}: they are not divided by this.`,
		switched_off: (source: string) => `Without the days from ${source}.`,
	},
	lower: (source: string) => `The cards below count without the days from ${source}.`,
	double: (days: string) => `Own events and imported figures exist for ${days}. The events count.`,
	months: {
		title: "Months side by side",
		text: (until: string) =>
			`What the other product counted, and what Footfall did. Reports use imported figures for days before ${until}.`,
		textOfNone:
			"What the other product counted. Reports use these figures until the first event arrives.",
		month: "Month",
		visitors: "Daily visitors",
		sessions: "Visits",
		pageviews: "Page views",
		own: (figure: string) => `${figure}, Footfall`,
		theirs: (figure: string) => `${figure}, imported`,
		double: "Days in both",
		until: "Imported figures count before",
		untilHint: "Empty: the day of the first event.",
	},
};
