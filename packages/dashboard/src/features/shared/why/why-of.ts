/** A change that can be explained. */
export interface WhyOf {
	/** As the API names it, such as `sessions` or `conversions(12)`. */
	metric: string;
	/** What the reader sees it called. */
	name: string;
	/** A value that the figure is about, beside the filters of the page; empty for those without one. */
	where?: { field: string; value: string } | undefined;
	/** Of the metric `events`: only those of this name. */
	eventName?: string | undefined;
	/** Of the metric `errors`: only this one. */
	errorId?: string | undefined;
}
