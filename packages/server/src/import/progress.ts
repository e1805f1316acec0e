const WIDTH = 30;
const SHOWN_EVERY_MS = 200;

/** Shows the progress of a task. */
export interface Progress {
	/** `part` of the work is done, 0 to 1. */
	show(part: number, rows: number): void;
	/** Leaves the last line as it is. */
	end(): void;
}

/** A bar with a rate on a terminal; nothing elsewhere. */
export const createProgress = (
	out: { isTTY?: boolean; write(text: string): unknown },
	clock: () => number = Date.now,
): Progress => {
	if (out.isTTY !== true) return { show: () => {}, end: () => {} };
	const begun = clock();
	let shownAt = 0;
	let isShown = false;
	return {
		show: (part, rows) => {
			const now = clock();
			if (part < 1 && now - shownAt < SHOWN_EVERY_MS) return;
			shownAt = now;
			isShown = true;
			const filled = Math.round(Math.min(1, part) * WIDTH);
			const bar = "#".repeat(filled) + ".".repeat(WIDTH - filled);
			const seconds = Math.max(1, (now - begun) / 1000);
			const rate = Math.round(rows / seconds).toLocaleString("en");
			const percent = String(Math.floor(part * 100)).padStart(3);
			out.write(`\r[${bar}] ${percent}%  ${rows.toLocaleString("en")} rows  ${rate} rows/s   `);
		},
		end: () => {
			if (isShown) out.write("\n");
		},
	};
};
