/** Texts of what explains a change. */
export const words = {
	title: (figure: string) => `Why did this change: ${figure}?`,
	why: "Why?",
	whyOf: (figure: string) => `Why did this change: ${figure}?`,
	table: "What makes up the change",
	segment: "Part",
	before: "Before",
	now: "Now",
	contribution: "Contribution",
	since: "Since",
	rest: "All others",
	whole: "Whole change",
	filterBy: (value: string) => `Filter by ${value}`,
	chance: (percent: string) => `Probability of such a change without a cause: ${percent}.`,
	beside: "Beside it",
	kinds: {
		annotation: "Note",
		deploy: "Deployment",
		gap: "No events arrived",
		alert: "Alert",
		error: "New error",
	},
};
