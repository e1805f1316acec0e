import { existsSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { anchorsOf as anchorsOfHeadings } from "./manual/heading-anchors.mjs";
import { repositoryFiles as files, readFile as read, root } from "./repository-files.mjs";

/**
 * Fails when a page links to a file or a heading that does not exist, or names a test or npm script that does not; when
 * a source names a page, or a comment a file, that does not exist; when measured figures lack a benchmark or a commit;
 * and when a page or a source makes people run a stranger's package.
 */

const withoutCode = (markdown) =>
	markdown.replaceAll(/^```[\s\S]*?^```/gm, "").replaceAll(/`[^`\n]*`/g, "");

const anchorsOf = (name) => {
	const text = read(name).replaceAll(/^```[\s\S]*?^```/gm, "");
	const headings = [...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading]) => heading);
	return new Set(anchorsOfHeadings(headings));
};

/** In the published package this page is next to the manual. */
const PUBLISHED = "packages/server/README.md";
const folderOf = (page) => (page === PUBLISHED ? "" : dirname(page));

/** Sources that explain why people should not run such a package. */
const ABOUT_IT = new Set(["packages/server/src/configuration/called-as.ts"]);

const faults = [];
const check = (from, target) => {
	const [path = "", anchor] = target.split("#");
	const name = path === "" ? from : normalize(join(folderOf(from), decodeURIComponent(path)));
	if (relative(root, join(root, name)).startsWith("..") || !existsSync(join(root, name)))
		faults.push(`${from}: ${target} does not exist`);
	else if (anchor !== undefined && !(name.endsWith(".md") && anchorsOf(name).has(anchor)))
		faults.push(`${from}: ${target}: ${name} has no such heading`);
};

const pages = files.filter((name) => name.endsWith(".md"));
for (const page of pages)
	for (const [, target] of withoutCode(read(page)).matchAll(/\]\(([^()\s]+)\)/g))
		if (!/^[a-z]+:/.test(target)) check(page, target);

const { scripts } = JSON.parse(read("package.json"));
const testNames = files.filter((name) => name.endsWith(".test.ts"));
for (const page of pages) {
	const text = read(page);
	for (const [, script] of text.matchAll(/\bnpm run ([\w:]+)/g))
		if (!(script in scripts) && !page.startsWith("examples/"))
			faults.push(`${page}: npm run ${script} is no script of package.json`);
	for (const [named] of text.matchAll(/[\w./-]+\.test\.ts\b/g))
		if (!testNames.some((name) => name.endsWith(named)) && named !== "name.test.ts")
			faults.push(`${page}: there is no test ${named}`);
}

const { module: measuring } = await runnerImport(
	fileURLToPath(import.meta.resolve("@footfall/testing/measuring/measured-block")),
	{ configFile: false, logLevel: "error" },
);
const benches = new Set(
	Object.keys(scripts).flatMap((script) => /^bench:(.+)$/.exec(script)?.[1] ?? []),
);
for (const page of pages)
	for (const fault of measuring.faultsOfMeasuredBlocks(read(page), benches))
		faults.push(`${page}: ${fault}`);

// Comments, messages and help texts name pages by their path from the root.
const sources = files.filter((name) => /\.(ts|mjs|html)$/.test(name));
for (const source of sources)
	for (const [page] of read(source).matchAll(/\bdocs\/[\w/-]+\.md\b/g))
		if (!existsSync(join(root, page))) faults.push(`${source}: ${page} does not exist`);

// Comments name files by the end of their path.
const COMMENTS = {
	sql: /--[^\n]*/g,
	other: /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ [^\n]*/g,
};
const NAMED = /(?<![\w./-])[\w-][\w./-]*\.(?:tsx?|mjs|sql|css)\b/g;
const isThere = (name) =>
	files.some((file) => file === name || file.endsWith(`/${name.replace(/^(?:\.{1,2}\/)+/, "")}`));
for (const source of files.filter((name) => /\.(?:tsx?|mjs|sql|css)$/.test(name)))
	for (const [comment] of read(source).matchAll(
		source.endsWith(".sql") ? COMMENTS.sql : COMMENTS.other,
	))
		for (const [named] of comment.matchAll(NAMED))
			if (!isThere(named)) faults.push(`${source}: a comment names ${named}, which does not exist`);

// Without the product installed, npx would fetch the package `footfall`, which belongs to others, and run it.
for (const name of [
	...pages,
	...files.filter((one) => /\.(tsx?|mjs|html|ya?ml|service)$/.test(one)),
])
	if (
		/\b(?:npx|npm (?:exec|install|i)(?: -\S+)*) footfall(?![\w-])/.test(read(name)) &&
		!ABOUT_IT.has(name)
	)
		faults.push(
			`${name}: names the command so that npm may run the package of others; use node_modules/.bin/footfall`,
		);

if (faults.length > 0) {
	console.error(faults.join("\n"));
	process.exit(1);
}
console.log(`${pages.length} pages: every link, test and script exists`);
