/** What a request carries, in the positions of the compact wire; it begins with its time. */
export type Entry = unknown[] & {
	/** Of an event. */
	13?: { given_up?: number | undefined };
};
