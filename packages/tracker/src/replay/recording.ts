import { record as recordDom } from "@rrweb/record";
import { listen, listenUntil } from "../browser/listen.ts";
import { nativeProperty } from "../browser/native-property.ts";
import { onNavigate } from "../browser/on-navigate.ts";
import { json } from "../guard/json.ts";
import { createBatches } from "./batches.ts";
import { createDelivery } from "./delivery.ts";
import { createInputMask } from "./input-mask.ts";
import { isOfVisitor, type RecordedEvent } from "./recorded-event.ts";
import type { ReplayOptions } from "./replay-options.ts";
import type { ReplayPage } from "./replay-page.ts";
import { reportedAddress } from "./reported-address.ts";
import { rrwebOptions } from "./rrweb-options.ts";
import { createScrubber } from "./scrub.ts";
import { substituteAddress } from "./substitute-address.ts";
import { createVisitBudget } from "./visit-budget.ts";

/** Recording pauses after this long without input, and continues with the next. */
const IDLE_MS = 5 * 60_000;
/** Routers render a page shortly before or after they change the address. */
const DRAWING_MS = 1000;

/** Reasons to pause the recording. */
type Pause = "hidden" | "idle" | "untold" | "overflow";

/** A running recording, which may be paused. */
export interface Recording {
	/** Whether the page is being recorded, or will be when it is visible again. */
	isActive(): boolean;
	/** Continues with the current address, which may have become known only now. */
	look(): void;
	/** Continues for the current user. */
	follow(): void;
	/** Stops, and sends the rest first unless it is to be dropped. */
	stop(isDropped?: boolean): void;
}

/**
 * Tracks the reasons to pause, and detects those that depend on the visitor. `changed` is called when one comes or
 * goes, `leave` when the page may end.
 */
const createPauses = (changed: () => void, leave: () => void) => {
	let activeAt: number;
	const touch = () => {
		activeAt = Date.now();
	};
	const isIdle = () => Date.now() - activeAt > IDLE_MS;
	const pauses = new Set<Pause>();
	const timers: Partial<Record<Pause, ReturnType<typeof setTimeout>>> = {};
	const pause = (reason: Pause) => {
		clearTimeout(timers[reason]);
		pauses.add(reason);
		changed();
	};
	const lift = (reason: Pause, afterMs: number) => {
		clearTimeout(timers[reason]);
		timers[reason] = setTimeout(() => {
			pauses.delete(reason);
			changed();
		}, afterMs);
	};
	const clear = () => {
		for (const timer of Object.values(timers)) clearTimeout(timer);
	};
	const watch = () => {
		if (nativeProperty("hidden")) {
			pause("hidden");
			leave();
		} else lift("hidden", 0);
	};
	listen("visibilitychange", watch);
	listen("pagehide", leave);
	listen("pointermove pointerdown keydown scroll", () => {
		touch();
		if (pauses.has("idle")) lift("idle", 0);
	});
	return [pauses, pause, lift, clear, watch, touch, isIdle] as const;
};

/** The head of a batch, see `ReplayBatch`. */
const headOf = (userId: string, pageUrl: string | null | undefined): string =>
	json({
		userId,
		metadata: {
			pageUrl,
			viewportWidth: innerWidth,
			viewportHeight: innerHeight,
			language: navigator.language,
		},
	}).slice(0, -1);

/** Records the page until it is stopped, the server declines, or the session's budget is used up. */
export const startRecording = (page: ReplayPage, options: ReplayOptions): Recording => {
	// Before any listener is added, because it may throw.
	const { maskTextSelector, ...settings } = rrwebOptions(options, (...field) => mask(...field));
	const ended = new AbortController();
	const ofTracker = listenUntil(ended.signal);
	const mask = createInputMask(options.maskAllInputs ?? true, options.maskInputOptions ?? {});
	const [host, siteId, key, userId] = page;
	const budget = createVisitBudget(`${key}-spent`);
	const scrub = createScrubber((id) => recordDom.mirror.getNode(id), maskTextSelector, mask);
	let endDom: (() => void) | undefined;
	let isRecording = false;
	/** Whether the recorder has started: it waits while the page loads. */
	let hasSnapshot = false;
	let seen = "";
	let user = userId();
	let address: string | null | undefined = null;
	let rewrite = (json: string) => json;
	let countedAt = 0;
	const leave = () => {
		gather.close();
		deliver.leave();
	};
	const spend = (characters: number) => {
		budget.spend(characters, isRecording ? Date.now() - countedAt : 0);
		countedAt = Date.now();
	};
	const end = (isDropped = false) => {
		ended.abort();
		settle();
		clearPauses();
		deliver.end(isDropped);
	};
	const stop = (isDropped = false) => {
		if (ended.signal.aborted) return;
		isDropped ? gather.forgetSince(0) : leave();
		end(isDropped);
	};
	const deliver = createDelivery(`${host}/session-replay/record/${siteId}`, {
		taken: (characters) => {
			spend(characters);
			if (!budget.isLeft()) stop();
		},
		unwanted: end,
		overflowed: () => {
			pause("overflow");
			lift("overflow", IDLE_MS);
		},
	});
	const gather = createBatches({
		maxEvents: options.batchSize ?? 250,
		intervalMs: options.batchIntervalMs ?? 5000,
		head: () => headOf(user, address),
		leaves: deliver.push,
	});

	/**
	 * Another user's session is played separately, so it starts with a snapshot. Returns whether the user has changed.
	 */
	const follow = () => {
		if (userId() === user) return false;
		gather.close();
		user = userId();
		// Otherwise it starts with one when recording starts.
		if (isRecording && hasSnapshot) recordDom.takeFullSnapshot(true);
		return true;
	};

	const take = (event: RecordedEvent) => {
		// The snapshot already contains the event's change.
		if (follow()) return;
		look();
		if (!isRecording || !address || !scrub(event)) return;
		hasSnapshot ||= event.type === 2;
		if (isOfVisitor(event)) touch();
		else if (isIdle()) return pause("idle");
		if (event.type === 4) event.data.href = address;
		gather.add(rewrite(json(event)), event.timestamp, event.type === 2);
	};

	/** Starts or stops the recorder, depending on the pauses. */
	const settle = () => {
		const shall = pauses.size === 0 && !ended.signal.aborted;
		if (shall === isRecording) return;
		spend(0);
		isRecording = shall;
		if (shall) {
			touch();
			hasSnapshot = false;
			endDom = recordDom<RecordedEvent>({ ...settings, maskTextSelector, emit: take });
		} else {
			gather.close();
			if (endDom) queueMicrotask(endDom); // The recorder may be handling an event.
		}
	};

	/** Follows the address. Routers may render a page that must not be recorded before they change the address. */
	const look = () => {
		if (location.href === seen && address !== undefined) return;
		seen = location.href;
		const told = reportedAddress(page);
		if (told !== undefined) rewrite = substituteAddress(location, told);
		if (told === address) return;
		if (told === undefined) gather.forgetSince(Date.now() - DRAWING_MS);
		gather.close();
		address = told;
		if (told === undefined) pause("untold");
		else if (pauses.has("untold")) lift("untold", DRAWING_MS);
		else if (isRecording)
			take({ type: 5, data: { tag: "page", payload: { href: told } }, timestamp: Date.now() });
	};

	const [pauses, pause, lift, clearPauses, watch, touch, isIdle] = createPauses(settle, leave);
	onNavigate(look);
	listenUntil(ofTracker);
	look();
	(budget.isLeft() ? watch : end)();
	return { isActive: () => !ended.signal.aborted, look, follow, stop };
};
