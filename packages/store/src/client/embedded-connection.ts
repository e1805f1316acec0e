/** The part of the engine's session that is used. */
interface EngineSession {
	queryAsync(sql: string, options: { format: string }): Promise<{ text(): string }>;
	close(): void;
}

export type EmbeddedConnection = ReturnType<typeof createEmbeddedConnection>;

/**
 * A session that is replaced when a statement fails: the part of the failed answer that the engine had
 * already written would precede the next answer, which may belong to another caller.
 */
export const createEmbeddedConnection = (open: () => EngineSession) => {
	let session: EngineSession | undefined = open();
	return {
		/** The answer's lines of JSON. */
		run: async (sql: string): Promise<string> => {
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
