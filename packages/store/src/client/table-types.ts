export const COLUMN_TYPES =
	"SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = {table:String}";

export interface ColumnType {
	name: string;
	type: string;
}

/**
 * Types of tables by column, read once until a statement may have changed them. The engine converts
 * from older ones.
 */
export const createTableTypes = (read: (table: string) => Promise<ColumnType[]>) => {
	const known = new Map<string, ReadonlyMap<string, string>>();
	return {
		of: async (table: string): Promise<ReadonlyMap<string, string>> => {
			const types =
				known.get(table) ?? new Map((await read(table)).map(({ name, type }) => [name, type]));
			known.set(table, types);
			return types;
		},
		forget: () => known.clear(),
	};
};
