import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unlessMissing } from "@footfall/shared/files/unless-missing";

/** A damaged part of a table, and what was done with it. */
export interface DamagedPart {
	table: string;
	/** Its directory now, outside the engine's; null if its files are gone. Nothing deletes it automatically. */
	movedTo: string | null;
	/** ISO 8601. */
	foundAt: string;
	/** The engine's message. */
	reason: string;
	/** Its number of rows; null if even that cannot be read. */
	rows: number | null;
	/** How many of them were restored to the table, or are rebuilt from other tables. */
	saved: number;
	/** Whether any of them are lost. */
	isLoss: boolean;
}

/** Whether the store is complete, or has lost rows to damage. */
export type StoreHealth = { ok: true } | { ok: false; reason: string; advice: string };

/** Older entries remain in the log only. */
const MOST_ENTRIES = 1000;

/**
 * The record of damage to an embedded store. It is stored beside the parts that were set aside, so
 * that both are moved or deleted together.
 */
export const createDamageRecord = (storeDirectory: string) => {
	const directory = join(storeDirectory, "damaged");
	const file = join(directory, "report.json");
	const entries = (): DamagedPart[] => {
		const text = unlessMissing(() => readFileSync(file, "utf8"));
		return text === undefined ? [] : (JSON.parse(text) as DamagedPart[]);
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
					advice: `Inspect ${directory}, and move it elsewhere`,
				};
			}
			if (lost.length === 0) return { ok: true };
			const tables = [...new Set(lost.map(({ table }) => table))].sort().join(", ");
			const missing = lost.reduce((sum, { rows, saved }) => sum + (rows ?? 0) - saved, 0);
			const least = lost.some(({ rows }) => rows === null) ? "at least " : "";
			const gone = lost.filter(({ movedTo }) => movedTo === null).length;
			const aside = lost.length - gone;
			const parts = [
				...(gone > 0 ? [`${gone} parts are missing from the disk`] : []),
				...(aside > 0 ? [`${aside} damaged parts are set aside in ${directory}`] : []),
			];
			return {
				ok: false,
				reason: `The event store was damaged: ${least}${missing} rows of ${tables} are lost, and ${parts.join(", and ")}`,
				advice: `Check the disk. Then restore a backup; or move ${directory} elsewhere to continue without these rows`,
			};
		},
	};
};
export type DamageRecord = ReturnType<typeof createDamageRecord>;
