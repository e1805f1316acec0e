import { randomBytes } from "node:crypto";
import {
	DROP_REASONS,
	FOREIGN_HOST_OUTCOME,
	MAX_FOREIGN_HOSTS,
	MAX_OUTCOME_NAME,
	MAX_REPORTED_COUNTS,
	MAX_REPORTED_SITES,
	MAX_UNKNOWN_ID,
	MONEY_FAULTS,
	OUTCOME_NAMES,
	OUTCOME_SLOT_MS,
	OUTCOME_SLOTS,
	type OutcomeName,
	type OutcomeReport,
	REJECT_REASONS,
} from "@footfall/shared/outcomes";
import { BOT_LAYERS } from "@footfall/shared/queued-event";
import { detachString } from "../lookup/detach-string.ts";
import type { CompiledConfiguration } from "../site-config/configuration.ts";
import type { Outcome } from "./outcome.ts";

/** Sites whose outcomes are counted, over all slots; some 300 bytes each. */
const MAX_SITES = 20_000;
/** Unknown site ids that are remembered per slot. */
const MAX_UNKNOWN_IDS = MAX_REPORTED_SITES;
/** Excluded hosts that are remembered per slot, all sites together. */
const MAX_HOSTS = 2000;
/** A longer host is counted but not named. */
const MAX_NAMED_HOST = MAX_OUTCOME_NAME - FOREIGN_HOST_OUTCOME.length;

const indexOf = (name: OutcomeName) => OUTCOME_NAMES.indexOf(name);
const indexesOf = <Reason extends string>(
	reasons: readonly Reason[],
	nameOf: (reason: Reason) => OutcomeName,
) =>
	Object.fromEntries(reasons.map((reason) => [reason, indexOf(nameOf(reason))])) as Record<
		Reason,
		number
	>;
const STORED_INDEX = indexOf("stored");
const DUPLICATE_INDEX = indexOf("duplicate");
const QUARANTINED_INDEX = indexOf("quarantined");
const GIVEN_UP_INDEX = indexOf("given_up_by_browsers");
const ONE_ADDRESS_INDEX = indexOf("one_address");
/** Of 32 bits. */
const LARGEST_COUNT = 4_294_967_295;
const BOT_INDEX = indexOf("bot");
const LAYER_INDEX = indexesOf(BOT_LAYERS, (layer) => `bot:${layer}`);
const DROP_INDEX = indexesOf(DROP_REASONS, (reason) => `filtered:${reason}`);
const MONEY_INDEX = indexesOf(MONEY_FAULTS, (fault) => `revenue:${fault}`);
const REJECT_INDEX = indexesOf(REJECT_REASONS, (reason) => `rejected:${reason}`);
/** The counts of one site in a slot. */
const MOST_COUNTS = OUTCOME_NAMES.length + MAX_FOREIGN_HOSTS;

interface SiteCounts {
	/** By the index in OUTCOME_NAMES. */
	counts: Uint32Array;
	/** How many events were excluded, by host; absent until there is one. */
	foreignHosts?: Map<string, number>;
	hasChanged: boolean;
}
interface UnknownId {
	count: number;
	hasChanged: boolean;
}
interface Slot {
	number: number;
	/** By site; 0 for events of unknown sites. */
	sites: Map<number, SiteCounts>;
	unknownIds: Map<string, UnknownId>;
	/** How many hosts its sites name. */
	hosts: number;
}

/** A report, and what to do if it did not arrive: its counts then become part of the next one. */
export interface TakenReport {
	report: OutcomeReport;
	giveBack(): void;
}

/** Counts the outcomes of events by site, for people who look for an event that does not show up. */
export interface SiteOutcomes {
	/**
	 * @param candidate the event as it came; `undefined`, like the configuration, if no event could be read
	 * @param at ms since the epoch
	 */
	saw(
		candidate: unknown,
		configuration: CompiledConfiguration | undefined,
		outcome: Outcome,
		at: number,
	): void;
	/** Nearly all events of a site have one address. */
	sawOneAddress(site: number, at: number): void;
	/** What has changed since the last report, up to a report's size limit; `undefined` if nothing has. */
	take(now?: number): TakenReport | undefined;
}

const siteIdIn = (candidate: unknown): string | undefined => {
	const id = (candidate as { site_id?: unknown } | null | undefined)?.site_id;
	return typeof id === "string" ? id : undefined;
};

const hostIn = (candidate: unknown): string | undefined => {
	const host = (candidate as { hostname?: unknown } | null | undefined)?.hostname;
	const isNamed = typeof host === "string" && host !== "" && host.length <= MAX_NAMED_HOST;
	return isNamed ? host.toLowerCase() : undefined;
};

/** Databases store neither NUL characters nor unpaired surrogates, and terminals obey control characters. */
const shownText = (text: string, maxLength: number) =>
	detachString(text.slice(0, maxLength).replace(/[\p{Cc}\p{Surrogate}]/gu, "\uFFFD"));

const addTo = (counts: Uint32Array, index: number, more = 1) => {
	// An array of such numbers would start at 0 again.
	counts[index] = Math.min((counts[index] ?? 0) + more, LARGEST_COUNT);
};

const count = (counts: Uint32Array, outcome: Outcome): void => {
	if (outcome.kind === "stored") addTo(counts, outcome.isBot ? BOT_INDEX : STORED_INDEX);
	else if (outcome.kind === "duplicate") addTo(counts, DUPLICATE_INDEX);
	else if (outcome.kind === "quarantined") addTo(counts, QUARANTINED_INDEX);
	else if (outcome.kind === "filtered") addTo(counts, DROP_INDEX[outcome.reason]);
	else addTo(counts, REJECT_INDEX[outcome.reason]);
	if (outcome.kind !== "stored") return;
	for (const layer of outcome.layers ?? []) addTo(counts, LAYER_INDEX[layer]);
	if (outcome.givenUp !== undefined) addTo(counts, GIVEN_UP_INDEX, outcome.givenUp);
	if (outcome.moneyRefused !== undefined) addTo(counts, MONEY_INDEX[outcome.moneyRefused.fault]);
};

const sawUnknown = ({ unknownIds }: Slot, id: string) => {
	const shown = shownText(id, MAX_UNKNOWN_ID);
	const found = unknownIds.get(shown);
	if (found !== undefined) {
		found.count++;
		found.hasChanged = true;
	} else if (unknownIds.size < MAX_UNKNOWN_IDS)
		unknownIds.set(shown, { count: 1, hasChanged: true });
};

const sawForeign = (slot: Slot, entry: SiteCounts, host: string) => {
	const shown = shownText(host, MAX_NAMED_HOST);
	entry.foreignHosts ??= new Map();
	const known = entry.foreignHosts.get(shown);
	if (known === undefined) {
		if (entry.foreignHosts.size === MAX_FOREIGN_HOSTS || slot.hosts >= MAX_HOSTS) return;
		slot.hosts++;
	}
	entry.foreignHosts.set(shown, (known ?? 0) + 1);
};

const isReported = ({ sites, unknownIds }: Slot) =>
	[...sites.values(), ...unknownIds.values()].every(({ hasChanged }) => !hasChanged);

/** An event costs it two map look-ups and an increment; memory is bounded, whatever arrives. */
export const createSiteOutcomes = (): SiteOutcomes => {
	const source = randomBytes(8).toString("hex");
	/** The oldest first, unless the clock was set back. */
	let slots: Slot[] = [];
	let current: Slot | undefined;
	let known = 0;

	const slotAt = (at: number): Slot => {
		const number = Math.floor(at / OUTCOME_SLOT_MS);
		if (current?.number === number) return current;
		current = slots.find((slot) => slot.number === number);
		if (current !== undefined) return current;
		current = { number, sites: new Map(), unknownIds: new Map(), hosts: 0 };
		slots.push(current);
		if (slots.length > OUTCOME_SLOTS) known -= slots.shift()?.sites.size ?? 0;
		return current;
	};

	const countsOf = ({ sites }: Slot, site: number): SiteCounts | undefined => {
		const found = sites.get(site);
		if (found !== undefined) return found;
		// What could not be reported for long is dropped; sites beyond the limit are not counted.
		while (known >= MAX_SITES && slots.length > 1 && slots[0]?.sites !== sites)
			known -= slots.shift()?.sites.size ?? 0;
		if (known >= MAX_SITES) return undefined;
		known++;
		const made = { counts: new Uint32Array(OUTCOME_NAMES.length), hasChanged: true };
		sites.set(site, made);
		return made;
	};

	/** Drops slots that no longer change, once they are reported or too old. */
	const forgetSlots = (now: number) => {
		const latest = Math.floor(now / OUTCOME_SLOT_MS);
		const isKept = (slot: Slot) =>
			Math.abs(slot.number - latest) <= 1 ||
			(slot.number > latest - OUTCOME_SLOTS && !isReported(slot));
		slots = slots.filter(isKept);
		known = slots.reduce((sum, { sites }) => sum + sites.size, 0);
		if (current !== undefined && !slots.includes(current)) current = undefined;
	};

	return {
		saw: (candidate, configuration, outcome, at) => {
			const id = siteIdIn(candidate);
			const site = id === undefined ? undefined : configuration?.site(id);
			const slot = slotAt(at);
			const entry = countsOf(slot, site === undefined ? 0 : site.settings.siteId);
			if (entry === undefined) return;
			count(entry.counts, outcome);
			entry.hasChanged = true;
			if (outcome.kind === "filtered" && outcome.reason === "foreign_host") {
				const host = hostIn(candidate);
				if (host !== undefined) sawForeign(slot, entry, host);
			}
			if (site === undefined && id !== undefined && outcome.kind === "rejected")
				if (outcome.reason === "unknown_site") sawUnknown(slot, id);
		},
		sawOneAddress: (site, at) => {
			const entry = countsOf(slotAt(at), site);
			if (entry === undefined) return;
			addTo(entry.counts, ONE_ADDRESS_INDEX);
			entry.hasChanged = true;
		},
		take: (now = Date.now()) => {
			forgetSlots(now);
			const report: OutcomeReport = { source, counts: [], unknownSites: [] };
			const taken: (SiteCounts | UnknownId)[] = [];
			const take = (entry: SiteCounts | UnknownId) => {
				entry.hasChanged = false;
				taken.push(entry);
			};
			for (const { number: slot, sites, unknownIds } of slots) {
				for (const [site, entry] of [...sites]) {
					if (!entry.hasChanged) continue;
					if (report.counts.length + MOST_COUNTS > MAX_REPORTED_COUNTS) break;
					take(entry);
					// At the end, so that the sites that did not fit come first in the next report.
					sites.delete(site);
					sites.set(site, entry);
					for (const [index, outcome] of OUTCOME_NAMES.entries()) {
						const count = entry.counts[index] ?? 0;
						if (count > 0) report.counts.push({ slot, site, outcome, count });
					}
					for (const [host, count] of entry.foreignHosts ?? [])
						report.counts.push({ slot, site, outcome: FOREIGN_HOST_OUTCOME + host, count });
				}
				for (const [id, entry] of unknownIds) {
					if (!entry.hasChanged || report.unknownSites.length === MAX_REPORTED_SITES) continue;
					take(entry);
					report.unknownSites.push({ slot, id, count: entry.count });
				}
			}
			if (taken.length === 0) return undefined;
			return {
				report,
				giveBack: () => {
					for (const entry of taken) entry.hasChanged = true;
				},
			};
		},
	};
};
