/** One entry of a request, in the positions of the compact wire format; it begins with its time. */
export type Entry = unknown[] & {
	/** Measures of an event. */
	13?: { given_up?: number | undefined };
};
