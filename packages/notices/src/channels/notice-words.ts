import type { Notice } from "../notice.ts";

const WORDS = {
	en: { open: "Open in Footfall", before: "before" },
	de: { open: "In Footfall öffnen", before: "vorher" },
} as const;

/** The most figures that a message shows; a webhook gets all. */
const MAX_FIGURES = 10;

/** The words around a notice, in its language. */
export const wordsOf = ({ language }: Pick<Notice, "language">) => WORDS[language];

/** The figures of a notice, each as a label and `1,234 (before: 1,000, +23 %)`. */
export const figuresOf = ({
	figures,
	language,
}: Pick<Notice, "figures" | "language">): { label: string; value: string }[] => {
	const share = new Intl.NumberFormat(language, {
		style: "percent",
		signDisplay: "exceptZero",
		maximumFractionDigits: 0,
	});
	return figures.slice(0, MAX_FIGURES).map(({ label, value, previous, change }) => {
		const beside = [
			...(previous === undefined ? [] : [`${WORDS[language].before}: ${previous}`]),
			...(typeof change === "number" ? [share.format(change)] : []),
		];
		return { label, value: beside.length === 0 ? value : `${value} (${beside.join(", ")})` };
	});
};

/** A notice as plain lines: sentences, then figures. */
export const linesOf = (notice: Notice): string[] => [
	...notice.sentences,
	...figuresOf(notice).map(({ label, value }) => `${label}: ${value}`),
];
