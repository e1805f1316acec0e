import type { Environment } from "./environment.ts";

/** Header of an LMDB page; a value of the remaining size fills a page. */
const PAGE_HEADER_BYTES = 16;
/** Pages per commit, so that appends wait no longer than for a large commit of their own. */
const PAGES_AT_ONCE = 256;
/** A file of gigabytes is not rewritten at once. */
const MOST_PAGES = 65_536;
/** More than reported as free: pages that a commit replaces become free with the next. */
const SURPLUS = 64;
/** Pages by which the file may grow, because some free ones cannot be allocated yet. */
const MOST_GROWTH = 256;

const removeZeros = async ({ zeros }: Environment): Promise<void> => {
	let last: Promise<unknown> = Promise.resolve();
	for (const key of zeros.getKeys({})) last = zeros.remove(key);
	await last;
};

/**
 * Fills the file's free pages, which LMDB does not clear, with zeros and frees them again. Pages that a commit replaces
 * become free with the next, so two runs reach all pages that were free before.
 * @param isOver checked between commits
 */
export const overwriteFree = async (
	environment: Environment,
	isOver: () => boolean,
): Promise<void> => {
	// Left over from a crash.
	await removeZeros(environment);
	const before = environment.space();
	const value = Buffer.alloc(before.pageSize - PAGE_HEADER_BYTES);
	const free = Math.min(before.lastPage + 1 - before.treePages + SURPLUS, MOST_PAGES);
	for (let page = 0; page < free && !isOver(); ) {
		const end = Math.min(page + PAGES_AT_ONCE, free);
		let last: Promise<unknown> = Promise.resolve();
		for (; page < end; page++) last = environment.zeros.put(page, value);
		await last;
		if (environment.space().lastPage > before.lastPage + MOST_GROWTH) break;
	}
	await removeZeros(environment);
};
