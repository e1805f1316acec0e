import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { minify } from "terser";
import { renderPage } from "./manual-page.mjs";
import { manualPages, placeOf } from "./manual-pages.mjs";

/**
 * Renders docs/ to HTML: for the product, which serves it at /docs, or as a static site.
 *
 * Usage: node scripts/manual/build.mjs [folder, which is emptied]
 */

const root = fileURLToPath(new URL("../..", import.meta.url));
const here = join(root, "scripts/manual");
const into = resolve(process.argv[2] ?? join(root, "packages/api/manual"));

rmSync(into, { recursive: true, force: true });
const pages = manualPages(root);
const found = [];
for (const page of pages) {
	const { html, sections } = renderPage(page, pages);
	const folder = join(into, placeOf(page.path));
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, "index.html"), html);
	found.push(...sections);
}
writeFileSync(join(into, "sections.json"), JSON.stringify(found));
cpSync(join(root, "docs/images"), join(into, "images"), { recursive: true });
for (const name of ["manual.css", "manual.js"]) cpSync(join(here, name), join(into, name));
const library = readFileSync(join(root, "node_modules/minisearch/dist/es/index.js"), "utf8");
const licence = readFileSync(join(root, "node_modules/minisearch/LICENSE.txt"), "utf8");
const { code } = await minify(library, { module: true });
writeFileSync(join(into, "minisearch.js"), `/*\n${licence.trim()}\n*/\n${code}`);
if (process.argv[2]) console.log(`${pages.length} pages in ${into}`);
