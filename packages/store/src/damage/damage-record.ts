import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A part of a table that was damaged, and what became of it. */
export interface DamagedPart {
	table: string;
	/** Its present directory, outside the engine's reach. Nothing deletes it. */
	movedTo: string;
	/** ISO 8601. */
	foundAt: string;
	/** The engine's message. */
	reason: string;
	/** Rows that it held; null where even that cannot be read. */
	rows: number | null;
	/** Those of them that are in the table again, or are made again from other tables. */
	saved: number;
	/** Whether something is missing for good. */
	isLoss: boolean;
}

/** Whether the store has all that was put into it. */
export type StoreHealth = { ok: true } | { ok: false; reason: string; advice: string };

/** Older entries are in the log. */
const MOST_ENTRIES = 1000;

/** The record of damage to an embedded store, kept beside the parts that were set aside so that both go together. */
export const damageRecordIn = (storeDirectory: string) => {
	const directory = join(storeDirectory, "damaged");
	const file = join(directory, "report.json");
	const entries = (): DamagedPart[] => {
		let text: string;
		try {
			text = readFileSync(file, "utf8");
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
			throw error;
		}
		return JSON.parse(text) as DamagedPart[];
	};
	return {
		directory,
		entries,
		add: (entry: DamagedPart): void => {
			mkdirSync(directory, { recursive: true, mode: 0o700 });
			const kept = [...entries(), entry].slice(-MOST_ENTRIES);
			writeFileSync(`${file}.new`, `${JSON.stringify(kept, null, "\t")}\n`, {
				mode: 0o600,
				flush: true,
			});
			renameSync(`${file}.new`, file);
		},
		health: (): StoreHealth => {
			let lost: DamagedPart[];
			try {
				lost = entries().filter(({ isLoss }) => isLoss);
			} catch (error) {
				return {
					ok: false,
					reason: `The list of damaged parts of the event store, ${file}, cannot be read: ${String(error)}`,
					advice: `Look at what is in ${directory}, and move it elsewhere`,
				};
			}
			if (lost.length === 0) return { ok: true };
			const tables = [...new Set(lost.map(({ table }) => table))].sort().join(", ");
			const missing = lost.reduce((sum, { rows, saved }) => sum + (rows ?? 0) - saved, 0);
			const least = lost.some(({ rows }) => rows === null) ? "at least " : "";
			return {
				ok: false,
				reason: `The event store was damaged: ${least}${missing} rows of ${tables} are missing, and ${lost.length} damaged parts are set aside in ${directory}`,
				advice: `Check the disk. Then restore a backup; or move ${directory} elsewhere to go on without these rows`,
			};
		},
	};
};
export type DamageRecord = ReturnType<typeof damageRecordIn>;
