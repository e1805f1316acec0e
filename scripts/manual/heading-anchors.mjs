/**
 * The anchors of a page's headings, as GitHub generates them.
 * @param headings their Markdown, in the order of the page
 */
export const anchorsOf = (headings) => {
	const counts = new Map();
	return headings.map((heading) => {
		const anchor = heading
			.trim()
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, "")
			.replaceAll(" ", "-");
		const count = counts.get(anchor) ?? 0;
		counts.set(anchor, count + 1);
		return count === 0 ? anchor : `${anchor}-${count}`;
	});
};
