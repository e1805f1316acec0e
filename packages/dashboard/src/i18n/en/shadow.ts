/** Texts about a comparison with another product; only sites with its daily figures load them. */
export const words = {
	title: "Why the figures differ",
	text: (product: string) =>
		`What ${product} and Footfall counted on the same days. The parts add up to the difference.`,
	figure: "Figure",
	figures: { visitors: "Daily visitors", visits: "Visits", pageviews: "Page views" },
	/** Within a sentence. */
	counted: { visitors: "daily visitors", visits: "visits", pageviews: "page views" },
	period: "Period",
	days: (days: number) => (days === 1 ? "1 day" : `${days} days`),
	lastDays: (days: number) => `Last ${days} days`,
	import: "Import",
	zone: "Their days are in",
	/** `less`: Footfall counts fewer. `days`: "30 days"; `counted`: "visits"; `percent`: "2.1%". */
	result: (less: boolean, days: string, counted: string, percent: string, product: string) =>
		`Over ${days}, Footfall counts ${percent} ${less ? "fewer" : "more"} ${counted} than ${product}.`,
	same: (days: string, counted: string, product: string) =>
		`Over ${days}, Footfall and ${product} count the same number of ${counted}.`,
	/** `part`: "Bots"; `points`: "1.6". */
	explains: (part: string, points: string) => `${part}: ${points} points of it.`,
	ours: "Footfall",
	day: "Day",
	difference: "Difference",
	parts: {
		zones: "Time zones",
		bots: "Bots",
		sessions: "Visits over midnight",
		people: "People on several browsers",
		own_visits: "Excluded visits",
		unexplained: "Unexplained",
	},
	meanings: {
		zones: "Days begin at another hour there.",
		bots: "Left out here, and counted there.",
		sessions: "Counted once here, and on each day there.",
		people: "One visitor here, and one for each browser there.",
		own_visits: "Not known by day: part of the unexplained rest.",
		unexplained: "The rest.",
	},
	unknown: "Not known",
	byDay: "By day",
	empty: "No whole day of both yet",
	emptyText:
		"A day can be compared if both counted it from beginning to end: from the day after the site's first event until yesterday.",
	leftOut: (days: string) =>
		`Without ${days} of the import: before the first whole day of this site, or not over yet.`,
};
