import type { Environment } from "./environment.ts";

/** Header of an LMDB page; a value of all the rest takes a page of its own. */
const PAGE_HEADER_BYTES = 16;
/** Pages of one commit: appends wait no longer for it than for a large one of their own. */
const PAGES_AT_ONCE = 256;
/** A file that was gigabytes long is not written anew in one go. */
const MOST_PAGES = 65_536;
/** More than seem to be free: pages that a commit replaces are free with the next. */
const SURPLUS = 64;
/** Pages by which the file may grow for it: some free ones are not given out yet. */
const MOST_GROWTH = 256;

const removeZeros = async ({ zeros }: Environment): Promise<void> => {
	let last: Promise<unknown> = Promise.resolve();
	for (const key of zeros.getKeys({})) last = zeros.remove(key);
	await last;
};

/**
 * Fills the file's free pages with zeros and gives them back: LMDB leaves in them what they held. Of every commit the
 * pages that it replaced are free with the next, so what it does twice reaches all that were free before.
 * @param isOver asked between commits
 */
export const overwriteFree = async (
	environment: Environment,
	isOver: () => boolean,
): Promise<void> => {
	// A crash may have left some.
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
