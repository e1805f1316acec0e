interface Part {
	close(): Promise<void>;
}

/** The open producers and consumers of a queue, closed with it. */
export const openParts = (...parts: Part[]) => ({
	add: <Opened extends Part>(part: Opened): Opened => {
		parts.push(part);
		return part;
	},
	close: async (): Promise<void> => {
		await Promise.all(parts.map((part) => part.close()));
	},
});
