/** Where a session came from, as the filter of sources names it: the host of its referrer. */
export const sourceOf = ({ referrer }: { referrer: string }): { field: string; value: string } => {
	try {
		return { field: "referrer", value: new URL(referrer).hostname.replace(/^www\./, "") };
	} catch {
		return { field: "referrer", value: referrer };
	}
};
