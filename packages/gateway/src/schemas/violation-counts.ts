import { randomBytes } from "node:crypto";
import {
	type CountedViolation,
	MAX_EXAMPLES,
	MAX_MESSAGE,
	MAX_REPORTED_RULES,
	MAX_RULE,
	MAX_RULES_OF_SITE,
	VIOLATION_DAY_MS,
	type ViolationReport,
} from "@footfall/shared/schemas/violation-report";
import type { Violation } from "@footfall/shared/schemas/violations-of";

/** Over all sites and days; about a kilobyte each. */
const MAX_RULES = 5_000;
/** Of 32 bits. */
const LARGEST_COUNT = 4_294_967_295;

interface Entry {
	counted: CountedViolation;
	hasChanged: boolean;
}

/** Counts violations of event schemas by site, event and rule, with examples. */
export interface ViolationCounts {
	/** @param at ms since the epoch */
	saw(site: number, event: string, violations: readonly Violation[], at: number): void;
	/**
	 * What has changed since the last report, up to a report's size limit, and what to do if it did not arrive; `undefined` if
	 * nothing has.
	 */
	take(now?: number): { report: ViolationReport; giveBack(): void } | undefined;
}

/** Memory is bounded, whatever arrives: further rules of a site, or of all of them, are not counted. */
export const createViolationCounts = (): ViolationCounts => {
	const source = randomBytes(8).toString("hex");
	const entries = new Map<string, Entry>();
	/** By site and day. */
	const rulesOf = new Map<string, number>();

	const entryOf = (
		key: string,
		place: string,
		first: () => CountedViolation,
	): Entry | undefined => {
		const known = entries.get(key);
		if (known !== undefined) return known;
		const rules = rulesOf.get(place) ?? 0;
		if (rules >= MAX_RULES_OF_SITE || entries.size >= MAX_RULES) return undefined;
		rulesOf.set(place, rules + 1);
		const entry = { counted: first(), hasChanged: true };
		entries.set(key, entry);
		return entry;
	};

	/** Drops past days, once they are reported. */
	const forgetDays = (now: number) => {
		const today = Math.floor(now / VIOLATION_DAY_MS);
		for (const [key, { counted, hasChanged }] of entries)
			if (!hasChanged && counted.day < today) {
				entries.delete(key);
				const place = `${counted.site}/${counted.day}`;
				const left = (rulesOf.get(place) ?? 1) - 1;
				if (left === 0) rulesOf.delete(place);
				else rulesOf.set(place, left);
			}
	};

	return {
		saw: (site, event, violations, at) => {
			const day = Math.floor(at / VIOLATION_DAY_MS);
			const place = `${site}/${day}`;
			for (const { rule, message, value } of violations) {
				const named = rule.slice(0, MAX_RULE);
				const entry = entryOf(JSON.stringify([place, event, named]), place, () => ({
					...{ day, site, event, rule: named, message: message.slice(0, MAX_MESSAGE) },
					...{ count: 0, examples: [] },
				}));
				if (entry === undefined) continue;
				const { counted } = entry;
				counted.count = Math.min(counted.count + 1, LARGEST_COUNT);
				if (counted.examples.length < MAX_EXAMPLES && !counted.examples.includes(value))
					counted.examples.push(value);
				entry.hasChanged = true;
			}
		},
		take: (now = Date.now()) => {
			forgetDays(now);
			const taken: Entry[] = [];
			for (const entry of entries.values()) {
				if (taken.length === MAX_REPORTED_RULES) break;
				if (entry.hasChanged) taken.push(entry);
			}
			if (taken.length === 0) return undefined;
			for (const entry of taken) entry.hasChanged = false;
			return {
				report: { source, violations: taken.map(({ counted }) => structuredClone(counted)) },
				giveBack: () => {
					for (const entry of taken) entry.hasChanged = true;
				},
			};
		},
	};
};
