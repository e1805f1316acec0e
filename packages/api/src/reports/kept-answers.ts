import { createHash } from "node:crypto";
import type { Area } from "@footfall/shared/areas";
import type { Requester, StoredChanges } from "@footfall/store";
import type { Caller, MemberRole } from "../access/caller.ts";
import type { Site } from "../access/site.ts";
import { createKeptLines, type KeptLines } from "../http/answer.ts";
import { createJointLines, type JointLines } from "./joint-lines.ts";
import type { ReportDependencies } from "./report-dependencies.ts";

/** Compressed, they take a fifth more. */
const MOST_BYTES = 16_000_000;
/** A larger answer would push out many others. */
const MOST_BYTES_OF_ONE = 1_000_000;
/** The fraction of an answer's maximum lag after which the next one is made, while the old one is still served. */
const MADE_ANEW_AT = 2 / 3;
/** How many requesters have equal answers made separately; later requesters share these. */
const MOST_TURNS = 4;

/** Everything that an answer depends on, besides the site's stored data and its definitions. */
interface Asked {
	/** Includes its settings. */
	site: Site;
	caller: Caller | undefined;
	role: MemberRole | undefined;
	shownAreas: readonly Area[] | undefined;
	body: unknown;
	/** The queries' present, which advances every few seconds. */
	instant: number;
	/** Maximum lag of an answer's present while nothing is written. */
	mostLagMs: number;
}

/** Who waits for an answer. */
interface Reader {
	requester: Requester;
	signal: AbortSignal;
}

/**
 * Makes an answer.
 * @param dependencies which it asks for definitions
 * @param signal fires when nobody waits for it any longer
 */
type Make<Line> = (dependencies: ReportDependencies, signal: AbortSignal) => AsyncIterable<Line>;

interface Kept {
	lines: KeptLines;
	instant: number;
	/** The number of the site's last write before the answers were made. */
	asOf: number;
}

/** An answer in progress. */
interface Making<Line> extends Pick<Kept, "instant" | "asOf"> {
	lines: JointLines<Line>;
	/** The requester on whose behalf its statements wait. */
	requester: string;
	/** True until it reads definitions, which change without a write. */
	isOfRowsAlone: boolean;
}

/** Callers with the same rights have the same text here. */
const keyOf = ({ site, caller, role, shownAreas, body }: Asked) => {
	const rights = caller === undefined ? [shownAreas] : [role, caller.permissions, "member"];
	return createHash("sha256")
		.update(JSON.stringify([site, rights, body]))
		.digest("base64");
};

const noting = (
	{
		findSegment,
		goals,
		funnels,
		errorDecisions,
		errorAliases,
		sitesOf,
		...others
	}: ReportDependencies,
	asked: () => void,
): ReportDependencies => {
	const note =
		<Given extends unknown[], Result>(ask: (...given: Given) => Result) =>
		(...given: Given): Result => {
			asked();
			return ask(...given);
		};
	return {
		...others,
		...(findSegment && { findSegment: note(findSegment) }),
		...(goals && { goals: { ofSite: note(goals.ofSite), one: note(goals.one) } }),
		...(funnels && { funnels: { ofSite: note(funnels.ofSite) } }),
		...(errorDecisions && { errorDecisions: { ofSite: note(errorDecisions.ofSite) } }),
		...(errorAliases && { errorAliases: { ofSite: note(errorAliases.ofSite) } }),
		...(sitesOf && { sitesOf: note(sitesOf) }),
	};
};

/**
 * Answers batches of queries, each made once for all callers with the same rights while nothing is written about a
 * site, both for concurrent and for later requests.
 */
export const createKeptAnswers = <Line extends { status: number }>(
	changes: StoredChanges,
	dependencies: ReportDependencies,
) => {
	const answers = new Map<string, Kept>();
	const makings = new Map<string, Making<Line>[]>();
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
		/**
		 * The whole answer if it is cached, or else its lines as they are made.
		 * @param make called unless an equal answer is cached or in progress
		 */
		answerTo(
			asked: Asked,
			{ requester, signal }: Reader,
			make: Make<Line>,
		): KeptLines | AsyncIterable<Line> {
			const { instant, site, mostLagMs } = asked;
			const key = keyOf(asked);
			const asOf = changes.latestOfSite(site.siteId);
			const turn = JSON.stringify(requester);

			const begin = (): Making<Line> => {
				const ended = (lines?: readonly Line[]) => {
					const others = makings.get(key)?.filter((other) => other !== making) ?? [];
					if (others.length > 0) makings.set(key, others);
					else makings.delete(key);
					const isCurrent = changes.latestOfSite(site.siteId) === asOf;
					if (making.isOfRowsAlone && isCurrent && lines?.every(({ status }) => status === 200))
						put(key, { lines: createKeptLines(lines), instant, asOf });
				};
				const own = noting(dependencies, () => {
					making.isOfRowsAlone = false;
				});
				const making: Making<Line> = {
					...{ instant, asOf, requester: turn, isOfRowsAlone: true },
					lines: createJointLines((left) => make(own, left), ended),
				};
				makings.set(key, [...(makings.get(key) ?? []), making]);
				return making;
			};

			const kept = answers.get(key);
			if (kept?.asOf === asOf) {
				const lagMs = instant - kept.instant;
				if (lagMs >= mostLagMs * MADE_ANEW_AT && !makings.has(key)) begin();
				// The clock may have been set back.
				if (lagMs >= 0 && lagMs < mostLagMs) return kept.lines;
			}
			forget(key);
			// Definitions read earlier may have changed since.
			const equal = (makings.get(key) ?? []).filter(
				(making) => making.isOfRowsAlone && making.asOf === asOf && making.instant === instant,
			);
			const furthest = () =>
				equal.toSorted((one, other) => other.lines.count() - one.lines.count())[0];
			const joined =
				equal.find((making) => making.requester === turn) ??
				(equal.length >= MOST_TURNS ? furthest() : undefined);
			return (joined ?? begin()).lines.read(signal);
		},
	};
};
