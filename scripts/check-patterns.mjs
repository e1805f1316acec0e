import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { check } from "recheck";
import ts from "typescript";
import { readFile, repositoryFiles, root } from "./repository-files.mjs";

/**
 * Fails for every regular expression of the product whose work can grow faster than the text that it reads: one request
 * with such a text would block all others. Expressions that are assembled at run time are listed here, with the reason
 * why they are safe.
 */

/** Files with expressions that are partly known only at run time, and why they cannot be made slow. */
const PUT_TOGETHER = new Map(
	Object.entries({
		"packages/api/src/app.ts": "a route's path, with [^/]+ between its slashes",
		"packages/api/src/reports/many-reports.ts": "a report's path, with [^/]+ between its slashes",
		"packages/gateway/src/access-log/proxy-manager-line.ts":
			"pieces within brackets and quotes, none of which can hold what ends it; lines have a length",
		"packages/gateway/src/http/tracker-routes.ts": "names of products, one after the other",
		"packages/gateway/src/lookup/known-agent.ts": "a library's list, over 512 characters at most",
		"packages/gateway/src/lookup/without-parameters.ts": "one character, or an encoded one",
		"packages/server/src/status/read-role.ts": "a metric's name at the beginning of a line",
		"packages/server/src/storage/spill-slots.ts": "a directory's name",
		"packages/shared/src/schemas/linear-pattern.ts":
			"one character of a pattern, over one character; the whole pattern is compiled to see its faults, and never run",
		"packages/tracker/src/paths/path-matcher.ts":
			"what a site's owner writes, over a path in a browser",
	}),
);

/** One takes a second at most, some of them longer on a busy machine. */
const TIMEOUT_MS = 30_000;

/** Far more than a linear expression takes for the longest attack. */
const LONG_MS = 500;

/** The expressions that an earlier run found safe, so that only new ones are checked. */
const CACHE = join(root, ".cache/safe-patterns.json");
const keyOf = ({ pattern, flags }) => `/${pattern}/${flags}`;
const readCache = () => {
	try {
		return new Set(JSON.parse(readFileSync(CACHE, "utf8")));
	} catch {
		return new Set();
	}
};
const knownSafe = readCache();

/** A text that is known statically: literals, joined lists and constants of the same file. */
const constantIn = (source) => {
	const constants = new Map();
	const visit = (node) => {
		if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
			constants.set(node.name.text, node.initializer);
		ts.forEachChild(node, visit);
	};
	visit(source);
	const textOf = (node) => {
		if (node === undefined) return undefined;
		if (ts.isStringLiteralLike(node)) return node.text;
		if (ts.isIdentifier(node)) return textOf(constants.get(node.text));
		if (ts.isTemplateExpression(node)) {
			const parts = node.templateSpans.map(({ expression, literal }) => {
				const text = textOf(expression);
				return text === undefined ? undefined : text + literal.text;
			});
			return parts.includes(undefined) ? undefined : node.head.text + parts.join("");
		}
		if (
			ts.isCallExpression(node) &&
			ts.isPropertyAccessExpression(node.expression) &&
			node.expression.name.text === "join" &&
			ts.isArrayLiteralExpression(node.expression.expression)
		) {
			const parts = node.expression.expression.elements.map(textOf);
			const separator = textOf(node.arguments[0]);
			return parts.includes(undefined) ? undefined : parts.join(separator ?? ",");
		}
		return undefined;
	};
	return textOf;
};

const patternsIn = function* (name) {
	const source = ts.createSourceFile(name, readFile(name), ts.ScriptTarget.Latest, true);
	const constant = constantIn(source);
	const found = [];
	const visit = (node) => {
		const line = () => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
		if (ts.isRegularExpressionLiteral(node)) {
			const end = node.text.lastIndexOf("/");
			found.push({
				at: `${name}:${line()}`,
				pattern: node.text.slice(1, end),
				flags: node.text.slice(end + 1),
			});
		} else if (ts.isNewExpression(node) && node.expression.getText() === "RegExp") {
			const [pattern, flags] = node.arguments.map(constant);
			if (pattern !== undefined)
				found.push({ at: `${name}:${line()}`, pattern, flags: flags ?? "" });
			else if (!PUT_TOGETHER.has(name)) found.push({ at: `${name}:${line()}`, unknown: true });
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	yield* found;
};

const paths = repositoryFiles.filter((path) =>
	/^packages\/(?!testing\/)[^/]+\/src\/.*(?<!\.test)\.tsx?$/.test(path),
);
const byExpression = new Map();
const faults = [];
for (const path of paths)
	for (const found of patternsIn(path)) {
		if (found.unknown) {
			faults.push(
				`${found.at}: parts of this expression are known at run time alone; name it in PUT_TOGETHER`,
			);
			continue;
		}
		const key = `/${found.pattern}/${found.flags}`;
		byExpression.set(key, [...(byExpression.get(key) ?? []), found]);
	}
let slow = 0;
/** Whether the text of an attack, which is meant to take seconds, really takes long. */
const takesLong = (pattern, flags, text) => {
	const expression = new RegExp(pattern, flags);
	try {
		runInNewContext("expression.test(text)", { expression, text }, { timeout: LONG_MS });
		return false;
	} catch {
		return true;
	}
};
const checkPattern = async ({ pattern, flags, at }) => {
	const { status, complexity, error, attack } = await check(pattern, flags, {
		timeout: TIMEOUT_MS,
		// It tries some expressions with random texts, and must find the same every time.
		randomSeed: Number(process.env.SEED ?? 1),
	});
	// On a busy machine it mistakes its own slowness for the expression's.
	if (status === "safe" || (attack && !takesLong(pattern, flags, attack.string)))
		return void knownSafe.add(keyOf({ pattern, flags }));
	slow++;
	faults.push(
		status === "unknown"
			? `${at}: /${pattern}/${flags} is not decided (${error.kind})`
			: `${at}: /${pattern}/${flags} is ${complexity.summary}, as for ${attack.pattern}`,
	);
};
/** More would share the cores, and some would then exceed their time limit. */
const AT_ONCE = 2;
const queue = [...byExpression.values()]
	.map(([first]) => first)
	.filter((found) => !knownSafe.has(keyOf(found)));
await Promise.all(
	Array.from({ length: AT_ONCE }, async () => {
		for (let next = queue.pop(); next !== undefined; next = queue.pop()) await checkPattern(next);
	}),
);
mkdirSync(join(root, ".cache"), { recursive: true });
writeFileSync(CACHE, JSON.stringify([...knownSafe].filter((key) => byExpression.has(key))));
for (const fault of faults.sort()) console.error(fault);
console.log(`${byExpression.size} regular expressions of ${paths.length} files: ${slow} slow`);
if (faults.length > 0) process.exitCode = 1;
