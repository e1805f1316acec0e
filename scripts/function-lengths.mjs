import ts from "typescript";
import { readFile, repositoryFiles } from "./repository-files.mjs";

/**
 * Fails for a function that is longer than a reader can keep in mind. Every line of its body counts, be it code, SQL,
 * JSX or a comment; blank lines and closing brackets do not. Biome's rule counts a template or JSX as one line.
 */

const MAX_LINES = 100;

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
			if (lines > MAX_LINES) found.push({ name, at: `${file}:${first}`, lines });
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
};

for (const file of repositoryFiles)
	if (SOURCES.test(file) && !OTHERS.test(file))
		for (const { name, at, lines } of longFunctionsOf(file)) {
			console.error(`${at}: ${name} has ${lines} lines, and may have ${MAX_LINES}`);
			process.exitCode = 1;
		}
