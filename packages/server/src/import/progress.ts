const WIDTH = 30;
const SHOWN_EVERY_MS = 200;

/** A bar with a rate on a terminal; nothing elsewhere. */
export const createProgress = (
	out: { isTTY?: boolean; write(text: string): unknown },
	clock: () => number = Date.now,
) => {
	if (out.isTTY !== true) return { show: () => {}, end: () => {} };
	const begun = clock();
	let shownAt = 0;
	let isShown = false;
	return {
		/** Sets the part of the work that is done, 0 to 1. */
		show: (part: number, rows: number) => {
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
		/** Leaves the last line in place. */
		end: () => {
			if (isShown) out.write("\n");
		},
	};
};
