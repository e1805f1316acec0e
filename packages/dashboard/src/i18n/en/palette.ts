/** Texts of the command palette, and the names of the settings that it shares with their page. */
export const words = {
	placeholder: "Pages, sites, periods, filters",
	results: "Results",
	page: "Page",
	site: "Site",
	newTab: "opens a new tab",
	failed: "Values could not be searched.",
	section: {
		site: "Site",
		tracking: "Tracking",
		snippet: "Snippet",
		exclusions: "Exclusions",
		money: "Money",
		clients: "Other clients",
		rules: "Rules",
		sharing: "Sharing",
		segments: "Segments",
		annotations: "Annotations",
		imports: "Imports",
		exports: "Exports",
		delete: "Delete",
	},
};
