import { record as recordDom } from "@rrweb/record";
import { listen, listenUntil } from "../browser/listen.ts";
import { nativeProperty } from "../browser/native-property.ts";
import { onNavigate } from "../browser/on-navigate.ts";
import { json } from "../guard/json.ts";
import { batches } from "./batches.ts";
import { delivery } from "./delivery.ts";
import { inputMask } from "./input-mask.ts";
import { isOfVisitor, type RecordedEvent } from "./recorded-event.ts";
import type { ReplayOptions } from "./replay-options.ts";
import type { ReplayPage } from "./replay-page.ts";
import { reportedAddress } from "./reported-address.ts";
import { rrwebOptions } from "./rrweb-options.ts";
import { scrubber } from "./scrub.ts";
import { substituteAddress } from "./substitute-address.ts";
import { visitBudget } from "./visit-budget.ts";

/** Who does nothing for so long has gone; the page is recorded again when they come back. */
const IDLE_MS = 5 * 60_000;
/** Routers draw a page before or after they change the address, but not long. */
const DRAWING_MS = 1000;

/** Why nothing is recorded for the time being. */
type Pause = "hidden" | "idle" | "untold" | "overflow";

/** A recording under way, which may pause by itself. */
export interface Recording {
	/** Whether the page is being recorded, or will be again when it is looked at. */
	isActive(): boolean;
	/** Goes on for whoever is the user by now. */
	follow(): void;
	/** Delivers what there is and records no more. */
	stop(): void;
}

/** Records the page until it is stopped, or the server or the visit's budget has had enough. */
export const startRecording = (page: ReplayPage, options: ReplayOptions): Recording => {
	// Ahead of all listening, because it may throw.
	const { maskTextSelector, ...settings } = rrwebOptions(options, (text, field) =>
		mask(text, field),
	);
	const ended = new AbortController();
	const ofTracker = listenUntil(ended.signal);
	const mask = inputMask(options.maskAllInputs ?? true, options.maskInputOptions ?? {});
	const [host, siteId, key, userId] = page;
	const budget = visitBudget(`${key}-spent`);
	const scrub = scrubber((id) => recordDom.mirror.getNode(id), maskTextSelector, mask);
	const pauses = new Set<Pause>();
	let endDom: (() => void) | undefined;
	let isRecording = false;
	/** Whether the recorder has begun: on pages that still load it waits. */
	let hasSnapshot = false;
	let seen = "";
	let user = userId();
	let address: string | undefined;
	let rewrite = (json: string) => json;
	let activeAt = Date.now();
	let countedAt = 0;
	const backAt: Partial<Record<Pause, ReturnType<typeof setTimeout>>> = {};

	const spend = (characters: number) => {
		const now = Date.now();
		budget.spend(characters, isRecording ? now - countedAt : 0);
		countedAt = now;
	};

	const end = () => {
		ended.abort();
		settle();
		for (const timer of Object.values(backAt)) clearTimeout(timer);
		deliver.end();
	};

	const stop = () => {
		if (ended.signal.aborted) return;
		gather.close();
		deliver.leave();
		end();
	};

	const deliver = delivery(`${host}/session-replay/record/${siteId}`, {
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
	const gather = batches({
		maxEvents: options.batchSize ?? 250,
		intervalMs: options.batchIntervalMs ?? 5000,
		head: () =>
			json({
				userId: user,
				metadata: {
					pageUrl: address,
					viewportWidth: innerWidth,
					viewportHeight: innerHeight,
					language: navigator.language,
				},
			}).slice(0, -1),
		leaves: deliver.push,
	});

	/** Another user's session is played by itself, so it begins with a snapshot. Answers whether it is another's. */
	const follow = () => {
		if (userId() === user) return false;
		gather.close();
		user = userId();
		// Else it begins with one as soon as there is anything to record.
		if (isRecording && hasSnapshot) recordDom.takeFullSnapshot(true);
		return true;
	};

	const take = (event: RecordedEvent) => {
		// The snapshot shows already what the event changes.
		if (follow()) return;
		look();
		if (!isRecording || !address || !scrub(event)) return;
		hasSnapshot ||= event.type === 2;
		if (isOfVisitor(event)) activeAt = Date.now();
		else if (Date.now() - activeAt > IDLE_MS) {
			pause("idle");
			return;
		}
		if (event.type === 4) event.data.href = address;
		gather.add(rewrite(json(event)), event.timestamp, event.type === 2);
	};

	/** Begins or ends to record, as the pauses say. */
	const settle = () => {
		const shall = pauses.size === 0 && !ended.signal.aborted;
		if (shall === isRecording) return;
		spend(0);
		isRecording = shall;
		if (shall) {
			activeAt = Date.now();
			hasSnapshot = false;
			endDom = recordDom<RecordedEvent>({ ...settings, maskTextSelector, emit: take });
			return;
		}
		gather.close();
		const endNow = endDom;
		endDom = undefined;
		// The recorder may be in the middle of telling what made it end.
		queueMicrotask(() => endNow?.());
	};

	const pause = (why: Pause) => {
		clearTimeout(backAt[why]);
		pauses.add(why);
		settle();
	};

	const lift = (why: Pause, afterMs: number) => {
		clearTimeout(backAt[why]);
		backAt[why] = setTimeout(() => {
			pauses.delete(why);
			settle();
		}, afterMs);
	};

	/** Follows the address. What is drawn of a page that must not be recorded may come before its address does. */
	const look = () => {
		if (location.href === seen) return;
		const isFirst = seen === "";
		seen = location.href;
		const told = reportedAddress(page);
		if (told !== undefined) rewrite = substituteAddress(location, told);
		if (told === address && !isFirst) return;
		if (told === undefined) gather.forgetSince(Date.now() - DRAWING_MS);
		gather.close();
		address = told;
		if (told === undefined) pause("untold");
		else if (pauses.has("untold")) lift("untold", DRAWING_MS);
		else if (isRecording)
			take({ type: 5, data: { tag: "page", payload: { href: told } }, timestamp: Date.now() });
	};

	const watch = () => {
		if (nativeProperty("hidden")) pause("hidden");
		else lift("hidden", 0);
		if (nativeProperty("hidden")) deliver.leave();
	};

	onNavigate(look);
	listen("visibilitychange", watch);
	listen("pagehide", () => {
		gather.close();
		deliver.leave();
	});
	listen("pointermove pointerdown keydown scroll", () => {
		activeAt = Date.now();
		if (pauses.has("idle")) lift("idle", 0);
	});
	listenUntil(ofTracker);
	look();
	if (budget.isLeft()) watch();
	else end();
	return { isActive: () => !ended.signal.aborted, follow, stop };
};
