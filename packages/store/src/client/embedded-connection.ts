/** The part of the engine's session that is used. */
export interface EngineSession {
	queryAsync(sql: string, options: { format: string }): Promise<{ text(): string }>;
	close(): void;
}

/** A session of the embedded engine, or its successor. */
export interface EmbeddedConnection {
	/** The answer's lines of JSON. */
	run(sql: string): Promise<string>;
	close(): void;
}

/**
 * A session that is replaced when a statement fails: what the engine had already written of the failed answer
 * would stand before the next one, which may be for somebody else.
 */
export const createEmbeddedConnection = (open: () => EngineSession): EmbeddedConnection => {
	let session: EngineSession | undefined = open();
	return {
		run: async (sql) => {
			const current = session ?? open();
			session = current;
			try {
				return (await current.queryAsync(sql, { format: "JSONEachRow" })).text();
			} catch (error) {
				session = undefined;
				current.close();
				throw error;
			}
		},
		close: () => session?.close(),
	};
};
