import { type Chance, createChance } from "../chance.ts";
import { HOSTNAME } from "../pages.ts";
import type { EventRow } from "../visit.ts";
import { recordedPage } from "./recorded-page.ts";

/** rrweb's numbers for kinds of events, changes and interactions. */
const EVENT = { snapshot: 2, change: 3, meta: 4 } as const;
const CHANGE = { mutation: 0, mouseMove: 1, interaction: 2, scroll: 3, input: 5 } as const;
const CLICK = 2;

const DAY_S = 86_400;
/** As sites keep recordings by default. */
const KEPT_S = 30 * DAY_S;
/** Windows are smaller than large screens. */
const WIDEST = 1280;
const HIGHEST = 800;
/** How long the last page is looked at, at least. */
export const LAST_LOOK_MS = 3000;
/** Between two positions of the pointer. */
const STEP_MS = 60;
const STEPS = 8;

interface Point {
	x: number;
	y: number;
}
interface RecordedEvent {
	type: number;
	timestamp: number;
	data: object;
}
/** A page of a visit, with what happened on it. */
interface RecordedView {
	pathname: string;
	from: number;
	/** When the next page was opened, or the last event of the visit came. */
	to: number;
	/** The next page; undefined for the last. */
	next: string | undefined;
	errors: readonly number[];
}

const viewsOf = (rows: readonly EventRow[]): RecordedView[] => {
	const views = rows.filter(({ type }) => type === "pageview");
	const end = Number(rows.at(-1)?.["timestamp"]);
	const lastLook = Number(views.at(-1)?.["timestamp"]) + LAST_LOOK_MS;
	return views.map(({ pathname, timestamp }, index) => {
		const next = views[index + 1];
		const [from, to] = [
			Number(timestamp),
			next ? Number(next["timestamp"]) : Math.max(end, lastLook),
		];
		const errors = rows
			.filter((row) => row["type"] === "error")
			.map((row) => Number(row["timestamp"]))
			.filter((at) => at >= from && at < to);
		return {
			pathname: String(pathname),
			from,
			to,
			next: next && String(next["pathname"]),
			errors,
		};
	});
};

/** What a person did on one page: moved, scrolled, typed and left by a click. */
const eventsOfView = (
	chance: Chance,
	{ pathname, from, to, next, errors }: RecordedView,
	{ width, height, start }: { width: number; height: number; start: Point },
) => {
	const page = recordedPage(pathname, width);
	const events: RecordedEvent[] = [];
	const add = (type: number, timestamp: number, data: object) =>
		events.push({ type, timestamp, data });
	const change = (timestamp: number, source: number, data: object) =>
		add(EVENT.change, timestamp, { source, ...data });
	let pointer = start;
	const moveTo = (at: number, { x, y }: Point, id: number) => {
		const before = pointer;
		const positions = Array.from({ length: STEPS }, (_, step) => {
			const share = (step + 1) / STEPS;
			return {
				x: Math.round(before.x + (x - before.x) * share),
				y: Math.round(before.y + (y - before.y) * share),
				id,
				timeOffset: (step + 1 - STEPS) * STEP_MS,
			};
		});
		pointer = { x, y };
		change(at, CHANGE.mouseMove, { positions });
	};
	const scrollTo = (at: number, y: number) =>
		change(at, CHANGE.scroll, { id: page.root.id, x: 0, y });
	const click = (at: number, { id, x, y }: Point & { id: number }) => {
		moveTo(at - 50, { x, y }, id);
		change(at, CHANGE.interaction, { type: CLICK, id, x, y });
	};

	add(EVENT.meta, from, { href: `https://${HOSTNAME}${pathname}`, width, height });
	add(EVENT.snapshot, from + 5, { node: page.root, initialOffset: { top: 0, left: 0 } });
	/** The moment at this share of the stay. */
	const at = (share: number) => from + Math.max(10, Math.floor((to - from) * share));
	const anywhere = () => ({ x: chance.whole(20, width - 20), y: chance.whole(80, height - 40) });
	moveTo(at(0.1), anywhere(), page.main);
	scrollTo(at(0.25), chance.whole(100, 300));
	moveTo(at(0.4), anywhere(), page.main);
	if (pathname === "/signup") {
		scrollTo(at(0.45), 0);
		click(at(0.5), page.field);
		// Typed text is masked, as the recorder does.
		for (const length of [1, 4, 8])
			change(at(0.5 + length / 50), CHANGE.input, {
				id: page.field.id,
				text: "*".repeat(length),
				isChecked: false,
			});
	}
	for (const [index, failedAt] of errors.entries()) {
		const id = page.nextId + 2 * index;
		const text = { type: 3, id: id + 1, textContent: "Something went wrong. Please try again." };
		const box = { type: 2, id, tagName: "div", attributes: { class: "trouble" }, childNodes: [] };
		change(failedAt, CHANGE.mutation, {
			texts: [],
			attributes: [],
			removes: [],
			adds: [
				{ parentId: page.main, nextId: page.button.id, node: box },
				{ parentId: id, nextId: null, node: text },
			],
		});
	}
	moveTo(at(0.7), anywhere(), page.main);
	if (next !== undefined) {
		scrollTo(at(0.9), 0);
		click(to - 20, page.linkTo(next) ?? page.button);
	}
	events.sort((one, other) => one.timestamp - other.timestamp);
	return { events, pointer };
};

/**
 * The recording of a visit as a row of the store, the same for the same visit.
 * @param rows the events of the visit in order of time
 */
export const recordingOf = (rows: readonly EventRow[]): EventRow => {
	const [first = {}] = rows;
	const session = String(first["session_id"]);
	// Its own choices: recording a visit changes nothing about the visits after it.
	const chance = createChance(Number(BigInt(session) % 2n ** 32n));
	const width = Math.min(Number(first["screen_width"]), WIDEST);
	const height = Math.min(Number(first["screen_height"]), HIGHEST);
	let start: Point = { x: Math.round(width / 2), y: Math.round(height / 2) };
	const events = viewsOf(rows).flatMap((view) => {
		const seen = eventsOfView(chance, view, { width, height, start });
		start = seen.pointer;
		return seen.events;
	});
	const times = events.map(({ timestamp }) => timestamp);
	const texts = events.map((event) => JSON.stringify(event));
	const [from, to] = [times[0] ?? 0, times.at(-1) ?? 0];
	const copied = Object.fromEntries(
		["session_id", "user_id", "language", "browser"]
			.concat(["browser_version", "operating_system", "operating_system_version", "device_type"])
			.concat(["country", "region", "city"])
			.map((column) => [column, first[column]]),
	);
	return {
		...copied,
		identified_user_id:
			rows.findLast((row) => row["identified_user_id"] !== "")?.["identified_user_id"] ?? "",
		screen_width: width,
		screen_height: height,
		page_url: `https://${HOSTNAME}${String(first["pathname"])}`,
		batch_id: session,
		chunk: 0,
		part: 0,
		parts: 1,
		timestamp: from,
		ended_at: to,
		keep_until: Math.trunc(to / 1000) + KEPT_S,
		event_count: events.length,
		byte_count: texts.reduce((sum, text) => sum + text.length, 0),
		first_time: from,
		last_time: to,
		times,
		events: texts,
	};
};

/** Recordings per day, and for how many days: enough to look around in. */
const PER_DAY = 2;
export const RECORDED_DAYS = 28;
const LEAST_VIEWS = 3;
const SHORTEST_MS = 20_000;

const lengthOf = (rows: readonly EventRow[]): number =>
	Number(rows.at(-1)?.["timestamp"]) - Number(rows[0]?.["timestamp"]);
const viewsIn = (rows: readonly EventRow[]): number =>
	rows.filter(({ type }) => type === "pageview").length;
const hasError = (rows: readonly EventRow[]): boolean => rows.some(({ type }) => type === "error");

/**
 * The recordings of a day: of visits worth watching, one of them with an error if there is one.
 * @param now ms since the epoch; visits that last longer are not over
 */
export const recordingsOf = (visits: readonly (readonly EventRow[])[], now: number): EventRow[] => {
	const worthwhile = visits.filter(
		(rows) =>
			viewsIn(rows) >= LEAST_VIEWS &&
			lengthOf(rows) >= SHORTEST_MS &&
			Number(rows.at(-1)?.["timestamp"]) + LAST_LOOK_MS <= now,
	);
	return [...worthwhile]
		.sort((one, other) => Number(hasError(other)) - Number(hasError(one)))
		.filter((rows, index) => index === 0 || !hasError(rows))
		.slice(0, PER_DAY)
		.map(recordingOf);
};
