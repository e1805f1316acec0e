/** The source of a session as the source filter names it: the host of its referrer. */
export const sourceOf = ({ referrer }: { referrer: string }): { field: string; value: string } => {
	try {
		return { field: "referrer", value: new URL(referrer).hostname.replace(/^www\./, "") };
	} catch {
		return { field: "referrer", value: referrer };
	}
};
