import type { StepPages, Way } from "../src/format/journeys.ts";

/** The pages of each step, if these are all journeys of a site. */
export const stepPagesOf = (ways: readonly Way[]): StepPages[] => {
	const steps: Record<string, number>[] = [];
	for (const { path, count } of ways)
		for (const [step, page] of path.entries()) {
			const pages = steps[step] ?? {};
			steps[step] = { ...pages, [page]: (pages[page] ?? 0) + count };
		}
	return steps.map((counts) => {
		const pages = Object.entries(counts)
			.map(([page, count]) => ({ page, count }))
			.sort((one, other) => other.count - one.count || (one.page < other.page ? -1 : 1));
		const count = pages.reduce((sum, page) => sum + page.count, 0);
		return { count, page_count: pages.length, pages };
	});
};
