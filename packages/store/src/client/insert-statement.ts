export const insertStatement = (
	table: string,
	columns: readonly string[],
	token: string | undefined,
) => {
	if (token !== undefined && !/^[\w./:-]+$/.test(token))
		throw new TypeError(`${token} cannot be a deduplication token`);
	const settings = token === undefined ? "" : ` SETTINGS insert_deduplication_token = '${token}'`;
	return `INSERT INTO ${table} (${columns.join(", ")})${settings} FORMAT JSONCompactEachRow`;
};

/** All rows in one go, because that takes half the time of one by one. The engine takes a comma between rows too. */
export const rowsText = (rows: readonly (readonly unknown[])[]) =>
	JSON.stringify(rows).slice(1, -1);
