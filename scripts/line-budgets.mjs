import { readFile, repositoryFiles } from "./repository-files.mjs";

/**
 * Prints the lines of each part, and fails for one that exceeds its budget: unneeded code is noticed when more would
 * cost something. Raise a budget here in the commit that needs it.
 */

/** Lines of source and of tests, without records of statements and figures. */
const BUDGETS = {
	"packages/api": [41260, 27190],
	"packages/dashboard": [73790, 8730],
	"packages/demo-data": [1330, 200],
	"packages/destinations": [1160, 590],
	"packages/gateway": [16210, 14290],
	"packages/imports": [3620, 1430],
	"packages/notices": [2100, 650],
	"packages/queue": [5420, 2830],
	"packages/reports": [20670, 12220],
	"packages/server": [8020, 3350],
	"packages/shared": [5890, 2920],
	"packages/store": [9460, 6020],
	"packages/testing": [0, 16510],
	"packages/tracker": [4770, 3420],
	scripts: [3170, 0],
	test: [0, 36030],
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
