import { useAreaWords } from "../../../i18n/areas.ts";
import { Table } from "../../../ui/table.tsx";
import type { ExportRow } from "./row-splitter.ts";

const MAX_COLUMNS = 30;
const MAX_LENGTH = 60;

const cellText = (value: unknown): string => {
	const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
	return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
};

/** The first rows of the file, as they will be imported. */
export const PreviewRows = ({ rows }: { rows: readonly ExportRow[] }) => {
	const words = useAreaWords("transfer").imports;
	const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, MAX_COLUMNS);
	return (
		<Table<{ index: number; row: ExportRow }>
			label={words.preview}
			rows={rows.map((row, index) => ({ index, row }))}
			keyOf={({ index }) => index}
			columns={columns.map((column) => ({
				id: column,
				head: column,
				cell: ({ row }) => <span class="nw">{cellText(row[column])}</span>,
			}))}
		/>
	);
};
