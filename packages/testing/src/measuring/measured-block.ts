/**
 * Blocks of a page that hold what a bench printed: `<!-- measured: NAME -->`, its output and where it was measured,
 * `<!-- /measured -->`. `npm run measure` writes them, and `npm run docs:check` checks them.
 */

export interface MachineState {
	/** Average over a minute. */
	readonly load: number;
	/** What a fixed piece of work takes one core: shared machines of the same name differ in speed. */
	readonly referenceMs: number;
}

export interface Measurement {
	readonly bench: string;
	/** Markdown, as the bench printed it. */
	readonly output: string;
	readonly commit: string;
	/** Whether files differed from the commit. */
	readonly isChanged: boolean;
	/** `YYYY-MM-DD`. */
	readonly date: string;
	readonly machine: string;
	readonly before: MachineState;
	readonly after: MachineState;
}

const startOf = (bench: string) => `<!-- measured: ${bench} -->`;
const END = "<!-- /measured -->";
const BLOCK = /^<!-- measured: (\S+) -->\n([\s\S]*?)^<!-- \/measured -->$/m;
const COMMIT = /\bat `[0-9a-f]{7,40}`/;

/** The page in pieces, of which each but perhaps the first begins with a block. */
const piecesOf = (page: string) => page.split(/^(?=<!-- measured: )/m);
const isBlock = (piece: string) => piece.startsWith("<!-- measured: ");

const parse = (piece: string) => {
	const found = BLOCK.exec(piece);
	if (found === null)
		throw new TypeError(`${piece.split("\n", 1)[0]} is not followed by a line ${END}`);
	const [whole, bench = "", text = ""] = found;
	return { whole, bench, text };
};

/** The benches whose output the page holds, in its order. */
export const measuredBenches = (page: string): string[] =>
	piecesOf(page)
		.filter(isBlock)
		.map((piece) => parse(piece).bench);

/** The page with the output of one bench replaced. */
export const withMeasurement = (page: string, measurement: Measurement): string => {
	const { bench, output, commit, isChanged, date, machine, before, after } = measurement;
	if (!measuredBenches(page).includes(bench))
		throw new TypeError(`The page has no line ${startOf(bench)}`);
	const pair = (figure: keyof MachineState, digits: number) =>
		`${before[figure].toFixed(digits)} before and ${after[figure].toFixed(digits)} after`;
	const origin = [
		`\`npm run bench:${bench}\` at \`${commit}\`${isChanged ? " + changes" : ""}, ${date};`,
		`${machine}; load ${pair("load", 1)},`,
		`reference work in ms ${pair("referenceMs", 0)}.`,
	];
	const block = [startOf(bench), output.trim(), "", ...origin, END].join("\n");
	return piecesOf(page)
		.map((piece) => {
			if (!isBlock(piece)) return piece;
			const { whole, bench: its } = parse(piece);
			return its === bench ? block + piece.slice(whole.length) : piece;
		})
		.join("");
};

/** What is wrong with the blocks of a page: benches that do not exist, and figures without a commit. */
export const faultsOfMeasuredBlocks = (page: string, benches: ReadonlySet<string>): string[] => {
	try {
		return piecesOf(page)
			.filter(isBlock)
			.map(parse)
			.flatMap(({ bench, text }) => [
				...(benches.has(bench) ? [] : [`${startOf(bench)}: there is no npm script bench:${bench}`]),
				...(COMMIT.test(text) ? [] : [`${startOf(bench)}: no commit is given`]),
			]);
	} catch (fault) {
		if (fault instanceof TypeError) return [fault.message];
		throw fault;
	}
};
