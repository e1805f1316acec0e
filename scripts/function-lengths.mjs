import ts from "typescript";
import { readFile, repositoryFiles } from "./repository-files.mjs";

/**
 * Fails for a function that is longer than a reader can keep in mind. Every line of its body counts, be it code, SQL,
 * JSX or a comment; blank lines and closing brackets do not. Biome's rule counts a template or JSX as one line.
 */

const MAX_LINES = 100;
/** Longer functions that are still to be split: file and function. */
const KNOWN = new Set([
	"packages/dashboard/src/charts/sankey.tsx Sankey",
	"packages/dashboard/src/features/shared/session/session-table.tsx SessionTable",
]);

const SOURCES = /^(packages\/[^/]+\/src|scripts)\/.*\.(tsx?|mjs)$/;
/** Tests and test support, and texts by language. */
const OTHERS = /\.test\.tsx?$|^packages\/testing\/|\/reference\/|^packages\/dashboard\/src\/i18n\//;

/** The functions of a file that are too long. */
const longFunctionsOf = (file) => {
	const text = readFile(file);
	const counts = text.split("\n").map((line) => !/^[\s)\]};,]*$/.test(line));
	const kind = file.endsWith("x") ? ts.ScriptKind.TSX : undefined;
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
	const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line;
	const found = [];
	const visit = (node) => {
		if (ts.isFunctionLike(node) && node.body) {
			const first = lineOf(node.body.getStart()) + 1;
			const lines = counts.slice(first, lineOf(node.body.end)).filter(Boolean).length;
			const name = node.name?.getText() ?? node.parent.name?.getText() ?? "without a name";
			if (lines > MAX_LINES) found.push({ name: `${file} ${name}`, at: `${file}:${first}`, lines });
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
};

const long = repositoryFiles
	.filter((file) => SOURCES.test(file) && !OTHERS.test(file))
	.flatMap(longFunctionsOf);
for (const { name, at, lines } of long)
	if (!KNOWN.has(name)) {
		console.error(
			`${at}: ${name.slice(name.indexOf(" ") + 1)} has ${lines} lines, and may have ${MAX_LINES}`,
		);
		process.exitCode = 1;
	}
for (const name of KNOWN)
	if (!long.some((one) => one.name === name)) {
		console.error(`${name} is short enough: take it off the list in scripts/function-lengths.mjs`);
		process.exitCode = 1;
	}
