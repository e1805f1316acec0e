import { foldedText } from "../../ui/form/match-text.ts";

const wordsOf = (text: string): string[] => foldedText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether beginnings of words, in their order, make up a text: `wv` and `webvit` of "Web vitals". */
const isMadeOfBeginnings = (text: string, words: readonly string[]): boolean => {
	/** How much of the text the words so far can make up. */
	const reached = new Set([0]);
	for (const word of words)
		for (const at of [...reached])
			for (let end = at + 1; end <= text.length && word.startsWith(text.slice(at, end)); end++)
				reached.add(end);
	return reached.has(text.length);
};

/** Whether each of some words begins another one of a label's. */
const beginAny = (typed: readonly string[], words: readonly string[]): boolean => {
	const left = [...words];
	return typed
		.toSorted((one, other) => other.length - one.length)
		.every((start) => {
			const at = left.findIndex((word) => word.startsWith(start));
			if (at !== -1) left.splice(at, 1);
			return at !== -1;
		});
};

/**
 * How well a typed text names a label by the beginnings of its words, without case and accents.
 * @returns 0 for the label itself, more for a weaker match, undefined for none
 */
export const matchScore = (label: string, typed: string): number | undefined => {
	// Names contain no paths.
	const search = typed.startsWith("/") ? [] : wordsOf(typed);
	if (search.length === 0) return undefined;
	const words = wordsOf(label);
	const text = search.join(" ");
	const whole = words.join(" ");
	if (whole === text) return 0;
	if (whole.startsWith(text)) return 1;
	if (beginAny(search, words)) return words[0]?.startsWith(search[0] ?? "") ? 2 : 3;
	return isMadeOfBeginnings(search.join(""), words) ? 4 : undefined;
};

/** Of equally good matches, that in the viewer's language comes first. */
const OTHER_LANGUAGE = 0.5;
/** A match that needs the name of the entry's group is weaker than any of its own name. */
const WITH_GROUP = 5;

interface Named {
	/** Its name in each language, the viewer's first. */
	names: readonly string[];
	/** The name of its group. */
	group: string;
}

const scoreOf = ({ names, group }: Named, typed: string): number | undefined => {
	const scores = names.flatMap((name, at) => {
		const score = matchScore(name, typed);
		return score === undefined ? [] : [at === 0 ? score : score + OTHER_LANGUAGE];
	});
	if (scores.length > 0) return Math.min(...scores);
	const score = matchScore(`${names[0]} ${group}`, typed);
	return score === undefined ? undefined : WITH_GROUP + score;
};

/** The entries that a typed text names, the best first; equally good ones keep their order. */
export const matching = <Entry extends Named>(entries: readonly Entry[], typed: string): Entry[] =>
	entries
		.flatMap((entry) => {
			const score = scoreOf(entry, typed);
			return score === undefined ? [] : [{ entry, score }];
		})
		.toSorted((one, other) => one.score - other.score)
		.map(({ entry }) => entry);
