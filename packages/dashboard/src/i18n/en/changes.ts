/** Texts of what explains a change. */
export const words = {
	why: "Why?",
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
	beside: "At that time",
	kinds: {
		annotation: "Annotation",
		deploy: "Deployment",
		gap: "No events arrived",
		alert: "Alert",
		error: "New error",
	},
};
