/**
 * Blocks of a page that contain the output of a benchmark: `<!-- measured: NAME -->`, its output with the commit, date
 * and machine, `<!-- /measured -->`. `npm run measure` writes them, and `npm run docs:check` checks them.
 */

export interface MachineState {
	/** Load average of one minute. */
	readonly load: number;
	/** How long a fixed piece of work takes on one core: shared machines of the same name differ in speed. */
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

/** The page in pieces, each of which begins with a block, except perhaps the first. */
const piecesOf = (page: string) => page.split(/^(?=<!-- measured: )/m);
const isBlock = (piece: string) => piece.startsWith("<!-- measured: ");

const parse = (piece: string) => {
	const found = BLOCK.exec(piece);
	if (found === null)
		throw new TypeError(`${piece.split("\n", 1)[0]} is not followed by a line ${END}`);
	const [whole, bench = "", text = ""] = found;
	return { whole, bench, text };
};

/** The benchmarks whose output the page contains, in its order. */
export const measuredBenches = (page: string): string[] =>
	piecesOf(page)
		.filter(isBlock)
		.map((piece) => parse(piece).bench);

/** The page with the output of one benchmark replaced. */
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

/** The errors in the blocks of a page: benchmarks that do not exist, and figures without a commit. */
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
