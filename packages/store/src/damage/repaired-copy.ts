import { copyFileSync, cpSync, existsSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import type { Statements } from "../client/client.ts";

const MOST_ATTEMPTS = 40;
const COUNT = "count.txt";
const UNEXPECTED_SIZE = / has unexpected size: (\d+) instead of (\d+)/;

/** The file that such an error names, with the projection that it is part of, and the size that it must have. */
const unexpectedSizeIn = (fault: string) => {
	const found = UNEXPECTED_SIZE.exec(fault);
	if (found === null) return undefined;
	const path =
		fault
			.slice(0, found.index)
			.split(/[^\w./-]/)
			.at(-1) ?? "";
	const [directory = "", file = ""] = path.includes("/") ? path.split("/").slice(-2) : ["", path];
	return {
		file: directory.endsWith(".proj") ? `${directory}/${file}` : file,
		size: Number(found[2]),
	};
};

const attachFault = async (
	store: Statements,
	table: string,
	part: string,
): Promise<string | undefined> => {
	try {
		await store.command(`ALTER TABLE ${table} ATTACH PART '${part}'`);
		return undefined;
	} catch (error) {
		return String(error);
	}
};

export interface DamagedFiles {
	/** The damaged part's directory; only read. */
	path: string;
	/** Its name in the table. */
	part: string;
	/** The table to attach a copy to, and its directory. */
	table: string;
	tableDirectory: string;
	/** Directories of intact parts of the same table. */
	intact: readonly string[];
}

/**
 * Attaches a copy of a damaged part to another table, so that its rows can be tried. The engine rejects a part with a
 * truncated file or bad checksums. So truncated files are padded with zeros, which fail only when they are read; checksums
 * are removed, and the engine computes new ones if it can read all files; the list of columns is copied from an intact part.
 * @returns whether the engine accepted it
 */
export const attachRepairedCopy = async (
	store: Statements,
	{ path, part, table, tableDirectory, intact }: DamagedFiles,
): Promise<boolean> => {
	const copy = join(tableDirectory, "detached", part);
	const fresh = () => {
		for (const name of existsSync(join(tableDirectory, "detached"))
			? readdirSync(join(tableDirectory, "detached"))
			: [])
			rmSync(join(tableDirectory, "detached", name), { recursive: true, force: true });
		cpSync(path, copy, { recursive: true });
	};
	const inTurn = [
		() => {},
		() => rmSync(join(copy, "checksums.txt"), { force: true }),
		...intact.slice(0, 3).flatMap((other) => [
			() => {
				copyFileSync(join(other, "columns.txt"), join(copy, "columns.txt"));
			},
			() => {
				copyFileSync(join(other, "columns.txt"), join(copy, "columns.txt"));
				rmSync(join(copy, "checksums.txt"), { force: true });
			},
		]),
	];
	for (const repair of inTurn) {
		fresh();
		repair();
		for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
			const fault = await attachFault(store, table, part);
			if (fault === undefined) return true;
			const found = unexpectedSizeIn(fault);
			// With a wrong number of rows the engine would invent some.
			if (!found?.file || found.file.endsWith(COUNT) || !existsSync(join(copy, found.file))) break;
			truncateSync(join(copy, found.file), found.size);
		}
	}
	return false;
};
