/** How a statement names its token, up to the end of the given start of it. */
export const tokenSetting = (tokenStart: string) => `insert_deduplication_token = '${tokenStart}`;

/**
 * Old events may span more months, thus partitions, than the engine accepts in one block by default.
 * @param file holds the rows in the engine's own format; without one, they follow as lines of JSON
 */
export const insertStatement = (
	table: string,
	columns: readonly string[],
	token: string | undefined,
	file?: string,
) => {
	if (token !== undefined && !/^[\w./:-]+$/.test(token))
		throw new TypeError(`${token} is not a valid deduplication token`);
	const named = token === undefined ? "" : `, ${tokenSetting(token)}'`;
	const settings = ` SETTINGS max_partitions_per_insert_block = 0${named}`;
	const into = `INSERT INTO ${table} (${columns.join(", ")})`;
	if (file === undefined) return `${into}${settings} FORMAT JSONCompactEachRow`;
	return `${into} FROM INFILE '${file.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'${settings} FORMAT Native`;
};

/**
 * Serialises all rows at once, because that takes half the time of one by one. The engine accepts a
 * comma between rows too.
 */
export const rowsText = (rows: readonly (readonly unknown[])[]) =>
	JSON.stringify(rows).slice(1, -1);
