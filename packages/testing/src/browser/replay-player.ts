import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { RecordedEvent } from "footfall-tracker/testing";
import type { Browser } from "playwright-core";
import { eventually } from "../eventually.ts";
import { differentPixels } from "./different-pixels.ts";

/** Plays a recording. */
export interface ReplayPlayer {
	/**
	 * Shows the page as it was at that time, in ms since the epoch. Resolves, as soon as it looks like the picture
	 * (PNG), to the share of pixels that differ; throws if it never does.
	 */
	lookLike: (timestamp: number, picture: Buffer) => Promise<number>;
}

/** Half a percent: the tolerance for the rounding of letters. */
const TOLERANCE = 0.005;
const WITHIN_MS = 60_000;
const TRIES = 5;

const rrweb = dirname(createRequire(import.meta.url).resolve("rrweb"));
const program = readFileSync(join(rrweb, "rrweb.umd.min.cjs"), "utf8");
const styles = readFileSync(join(rrweb, "style.min.css"), "utf8");

/** Opens rrweb's own player, from npm, in a window of that size. */
export const openPlayer = async (
	browser: Browser,
	events: readonly RecordedEvent[],
	viewport: { width: number; height: number },
): Promise<ReplayPlayer> => {
	const open = async () => {
		const page = await browser.newPage({ viewport });
		await page.setContent(
			`<!doctype html><style>${styles} body { margin: 0 } iframe { border: 0 } .replayer-mouse { display: none }</style>`,
		);
		await page.addScriptTag({ content: program });
		await page.evaluate(`{
			window.player = new rrweb.Replayer(${JSON.stringify(events)}, { mouseTail: false, showWarning: true });
		}`);
		return page;
	};
	let page = await open();
	return {
		lookLike: async (timestamp, picture) => {
			for (let tries = 1; ; tries++) {
				await page.evaluate(`player.pause(${timestamp - (events[0]?.timestamp ?? 0)})`);
				try {
					// Frames within the page are filled only once they have loaded.
					return await eventually(
						async () => differentPixels(page, picture, await page.screenshot()),
						(part) => part < TOLERANCE,
						WITHIN_MS,
					);
				} catch (error) {
					if (tries === TRIES) throw error;
					// On a busy machine the player loses events of a loading frame; a second player may not.
					await page.close();
					page = await open();
				}
			}
		},
	};
};
