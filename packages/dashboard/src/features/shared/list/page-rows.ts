/** The first and the last row of a page, counted from 1, and the last page; a list without rows has one page, too. */
export const pageRows = ({
	page,
	perPage,
	rowCount,
}: {
	page: number;
	perPage: number;
	rowCount: number;
}): { first: number; last: number; lastPage: number } => ({
	first: Math.min(rowCount, (page - 1) * perPage + 1),
	last: Math.min(rowCount, page * perPage),
	lastPage: Math.max(1, Math.ceil(rowCount / perPage)),
});
