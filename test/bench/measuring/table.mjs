/** A line of a Markdown table whose cells have these widths. */
const line = (cells, widths) =>
	`| ${cells
		.map((cell, column) =>
			column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
		)
		.join(" | ")} |`;

/**
 * Prints the results of a benchmark as Markdown, which `npm run measure` copies unchanged: a sentence about the
 * figures, and a table whose first column names its rows. Progress and warnings go to stderr instead.
 */
export const printTable = (about, heads, rows) => {
	const table = [heads, ...rows].map((cells) => cells.map(String));
	const widths = heads.map((_, column) =>
		Math.max(4, ...table.map((cells) => cells[column].length)),
	);
	const rule = widths.map((width, column) =>
		column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
	);
	const [head, ...body] = table.map((cells) => line(cells, widths));
	console.log([about, "", head, line(rule, widths), ...body, ""].join("\n"));
};
