/**
 * The files that several pages share, in the order in which they take modules: each holds these modules and whatever they
 * import, unless a file before it has that. All other modules are left to the bundler. A dozen small files would compress
 * worse, and cost a request each.
 */
export const CHUNKS = {
	/** What sends the first requests: part of the entry file, and run before all others are loaded. */
	first: ["main.ts", "api/failure.ts"],
	/** What every page needs. */
	base: [
		"api/own-sites.ts",
		"api/refusals.ts",
		"format/number.ts",
		"i18n/areas.ts",
		"layout/card-state-of.tsx",
		"layout/error-boundary.tsx",
		"layout/frame/frame.tsx",
		"layout/head/page-head.tsx",
		"layout/keyboard/keyboard.ts",
		"layout/lazy/lazy-page.tsx",
		"layout/picture/value-picture.tsx",
		"layout/preference/use-stored-preferences.ts",
		"layout/preference/use-week-start.ts",
		"layout/use-site-report.ts",
		"start.tsx",
		"style/base.css",
		"style/tokens.css",
		"ui/copy-text.ts",
		"ui/form/choice.tsx",
		"ui/panel.tsx",
	],
	/** What most pages and the palette share: without it, they would load the menus first. */
	dialog: ["ui/overlay/dialog.tsx"],
	/** Fields to type into and to search by, for tables and for the menus. */
	fields: ["ui/form/field.tsx", "ui/form/match-text.ts"],
	/** The content of the menus and dialogs of the frame, and the palette, fetched after the first screen. */
	menus: [
		"features/shared/trouble/site-trouble.tsx",
		"features/shared/trouble/trouble.tsx",
		"layout/frame/account-items.tsx",
		"layout/frame/shortcuts-help.tsx",
		"layout/frame/site-choice.tsx",
		"layout/head/comparison-menu.tsx",
		"layout/head/filter-editor.tsx",
		"layout/head/filter-sheet.tsx",
		"layout/head/range-menu.tsx",
		"layout/head/save-segment.tsx",
		"layout/head/segment-menu.tsx",
		"layout/palette/palette.tsx",
	],
	/** What the overview shares with most pages of reports. */
	charts: [
		"charts/bar-list.tsx",
		"charts/figure-strip.tsx",
		"charts/line/chart-table.tsx",
		"charts/line/line-chart.tsx",
		// Drawn by the overview's own chunk and by that of sites with money.
		"features/overview/chart-frame.tsx",
		"features/shared/export/csv-link.tsx",
		"features/shared/report/period-figures.ts",
		"features/shared/why/use-why.tsx",
		"format/projection.ts",
		"format/series.ts",
	],
	/** What only sites with money load. */
	money: [
		"features/shared/revenue/revenue-words.ts",
		"features/shared/revenue/use-amounts.ts",
		"format/money.ts",
	],
	/** What the tables of most pages are made of, and what is below the first screen of the overview. */
	tables: [
		"charts/heat-map.tsx",
		"features/shared/list/address-sort.ts",
		"features/shared/list/find-box.tsx",
		"features/shared/list/pager.tsx",
		"features/shared/list/use-filter-button.ts",
		"features/shared/list/web-href.ts",
		"features/shared/past/past-note.tsx",
		"features/shared/report/guide-link.tsx",
		"ui/table.tsx",
		"ui/tabs.tsx",
	],
} as const satisfies Readonly<Record<string, readonly string[]>>;
