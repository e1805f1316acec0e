import { createHash } from "node:crypto";
import type { Area } from "@footfall/shared/areas";
import type { StoredChanges } from "@footfall/store";
import type { Caller, MemberRole } from "../access/caller.ts";
import type { Site } from "../access/site.ts";
import { KeptLines } from "../http/answer.ts";
import type { ReportDependencies } from "./report-dependencies.ts";

/** Compressed, they take a fifth more. */
const MOST_BYTES = 16_000_000;
/** A larger answer would push out many others. */
const MOST_BYTES_OF_ONE = 1_000_000;

/** All that an answer depends on, beside what is stored of the site and its definitions. */
interface Asked {
	/** With its settings. */
	site: Site;
	caller: Caller | undefined;
	role: MemberRole | undefined;
	shownAreas: readonly Area[] | undefined;
	body: unknown;
	/** The present of the questions, which moves on every few seconds. */
	instant: number;
}

interface Kept {
	lines: KeptLines;
	instant: number;
	/** The number of the site's last write before they were made. */
	asOf: number;
}

/** Where the answer to a request is kept. */
interface Place {
	/** The answer of an equal request, with the same rights, while nothing was written about the site. */
	find(): KeptLines | undefined;
	/** The dependencies, for an answer that is not kept where it asks them for definitions, which change without a write. */
	noting(dependencies: ReportDependencies): ReportDependencies;
	/** Passes lines on, and keeps them once all are there. */
	keep<Line extends { status: number }>(lines: AsyncIterable<Line>): AsyncGenerator<Line>;
}

/** Who may see the same has the same text here. */
const keyOf = ({ site, caller, role, shownAreas, body }: Asked) => {
	const rights = caller === undefined ? [shownAreas] : [role, caller.permissions, "member"];
	return createHash("sha256")
		.update(JSON.stringify([site, rights, body]))
		.digest("base64");
};

/** Answers to several questions at once, made once for all who may see the same while nothing is written about a site. */
export const createKeptAnswers = (changes: StoredChanges) => {
	const answers = new Map<string, Kept>();
	let bytes = 0;

	const forget = (key: string) => {
		bytes -= answers.get(key)?.lines.byteLength ?? 0;
		answers.delete(key);
	};
	const put = (key: string, kept: Kept) => {
		forget(key);
		if (kept.lines.byteLength > MOST_BYTES_OF_ONE) return;
		answers.set(key, kept);
		bytes += kept.lines.byteLength;
		for (const oldest of answers.keys()) {
			if (bytes <= MOST_BYTES) break;
			forget(oldest);
		}
	};

	return {
		placeOf: (asked: Asked): Place => {
			const { instant, site } = asked;
			const key = keyOf(asked);
			const asOf = changes.latestOfSite(site.siteId);
			let isOfRowsAlone = true;
			const note =
				<Given extends unknown[], Result>(ask: (...given: Given) => Result) =>
				(...given: Given): Result => {
					isOfRowsAlone = false;
					return ask(...given);
				};
			return {
				find: () => {
					const kept = answers.get(key);
					if (kept === undefined) return undefined;
					if (kept.instant === instant && kept.asOf === asOf) return kept.lines;
					forget(key);
					return undefined;
				},
				noting: ({ findSegment, goals, funnels, sitesOf, ...others }) => ({
					...others,
					...(findSegment && { findSegment: note(findSegment) }),
					...(goals && { goals: { ofSite: note(goals.ofSite), one: note(goals.one) } }),
					...(funnels && { funnels: { ofSite: note(funnels.ofSite) } }),
					...(sitesOf && { sitesOf: note(sitesOf) }),
				}),
				keep: async function* (lines) {
					const all = [];
					for await (const line of lines) {
						all.push(line);
						yield line;
					}
					const isCurrent = changes.latestOfSite(site.siteId) === asOf;
					if (isOfRowsAlone && isCurrent && all.every(({ status }) => status === 200))
						put(key, { lines: new KeptLines(all), instant, asOf });
				},
			};
		},
	};
};
