/**
 * A failure of ClickHouse as a sentence that says what to change, wherever it happened; any other error stays unchanged.
 * Loads the store's code only for its errors, which come from a process that has it.
 */
export const serverFault = async (
	error: unknown,
	{ CLICKHOUSE_URL }: { CLICKHOUSE_URL?: string | undefined },
): Promise<unknown> => {
	if (CLICKHOUSE_URL === undefined || (error as Error | undefined)?.name !== "StoreError")
		return error;
	const { explainServerFault } = await import("@footfall/store");
	return explainServerFault(error) ?? error;
};
