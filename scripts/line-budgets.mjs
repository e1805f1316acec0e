import { readFile, repositoryFiles } from "./repository-files.mjs";

/**
 * Prints the lines of each part, and fails for one that exceeds its budget: unneeded code is noticed when more would
 * cost something. Raise a budget here in the commit that needs it.
 */

/** Lines of source and of tests, without records of statements and figures. */
const BUDGETS = {
	"packages/api": [17400, 14120],
	"packages/dashboard": [52500, 6900],
	"packages/demo-data": [1240, 200],
	"packages/gateway": [13200, 11210],
	"packages/imports": [2200, 900],
	"packages/queue": [4600, 2500],
	"packages/reports": [12260, 8110],
	"packages/server": [6500, 3000],
	"packages/shared": [2600, 1400],
	"packages/store": [8600, 5100],
	"packages/testing": [0, 12950],
	"packages/tracker": [4100, 3000],
	scripts: [2650, 0],
	test: [0, 26750],
};

const CODE = /\.(tsx?|mjs|js|css|html)$/;
const TEST = /\.test\.tsx?$|\/src\/testing\.ts$|^packages\/testing\/|^test\//;

const counted = new Map();
for (const file of repositoryFiles) {
	const [, part] = /^(packages\/[^/]+|scripts|test)\//.exec(file) ?? [];
	if (part === undefined || !CODE.test(file) || file.includes("/released-scripts/")) continue;
	const lines = readFile(file).split("\n").length - 1;
	const before = counted.get(part) ?? { source: 0, tests: 0 };
	before[TEST.test(file) ? "tests" : "source"] += lines;
	counted.set(part, before);
}

const row = (cells) =>
	cells.map((cell, at) => String(cell)[at === 0 ? "padEnd" : "padStart"](22)).join("");
console.log(row(["lines", "source", "budget", "tests", "budget"]));
for (const [part, { source, tests }] of [...counted].sort()) {
	const [mostSource = 0, mostTests = 0] = BUDGETS[part] ?? [];
	console.log(row([part, source, mostSource, tests, mostTests]));
	for (const [kind, lines, most] of [
		["source", source, mostSource],
		["tests", tests, mostTests],
	])
		if (lines > most) {
			console.error(
				`${part} has ${lines} lines of ${kind}, and may have ${most}: take out what is not needed, or raise the budget in scripts/line-budgets.mjs in the same commit`,
			);
			process.exitCode = 1;
		}
}
