import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { contentTypeOf, HTML } from "../http/content-type.ts";
import { entityTagOf } from "../http/entity-tag.ts";
import { fileNamesIn } from "../http/file-names.ts";

/** A file of the dashboard's build, in each available encoding. */
export interface BuiltFile {
	type: string;
	/** Undefined for a hashed file, whose name changes with its content. */
	tag?: string;
	plain: Buffer;
	br?: Buffer;
	gzip?: Buffer;
	/** The same document with the preloads of a page of a site, by the page's name. */
	ofPages?: ReadonlyMap<string, BuiltFile>;
}

/** Precompressed by the build. */
const ENCODED = { br: ".br", gzip: ".gz" } as const;
const ENCODED_NAMES: readonly string[] = Object.values(ENCODED);

/** Preloads that only some pages need, with their names; on other pages browsers warn that they are unused. */
const FOR_PAGES = / data-for="([^"<>]*)"/;
const LINK = /<link\b[^<>]*>\s*/g;

const pagesOf = (link: string): string[] => FOR_PAGES.exec(link)?.[1]?.split(" ") ?? [];

/** A document without the preloads of pages other than this one. */
const htmlFor = (html: string, page: string | undefined): string =>
	html.replaceAll(LINK, (link) => {
		const pages = pagesOf(link);
		if (pages.length === 0) return link;
		return page !== undefined && pages.includes(page) ? link.replace(FOR_PAGES, "") : "";
	});

/** Sets the dashboard's root, to which a page's scripts, styles and links are relative. */
const pageAt = (html: string, basePath: string): BuiltFile => {
	const text = html
		.replace(/<base\b[^<>]*>/i, "")
		.replace(/<head\b[^<>]*>/i, (head) => `${head}\n\t\t<base href="${basePath}">`);
	const plain = Buffer.from(text);
	return {
		type: HTML,
		tag: entityTagOf(plain),
		plain,
		br: brotliCompressSync(plain),
		gzip: gzipSync(plain),
	};
};

/**
 * Reads the dashboard's build into memory, so that a rebuild while the product runs cannot mix two versions.
 * @param basePath the path of the product's public URL, with slashes at both ends
 * @returns the files by their path, `/assets/app-1a2b.js`; none before the first build
 */
export const builtFilesIn = (
	directory: string,
	basePath: string,
): ReadonlyMap<string, BuiltFile> => {
	const names = new Set(fileNamesIn(directory));
	const files = new Map<string, BuiltFile>();
	for (const name of names) {
		const extension = extname(name);
		if (ENCODED_NAMES.includes(extension)) continue;
		const plain = readFileSync(join(directory, name));
		if (extension === ".html") {
			const html = plain.toString("utf8");
			const at = (page?: string) => pageAt(htmlFor(html, page), basePath);
			const pages = new Set((html.match(LINK) ?? []).flatMap(pagesOf));
			const ofPages = new Map([...pages].map((page) => [page, at(page)]));
			files.set(name, { ...at(), ofPages });
			continue;
		}
		const encoded = Object.entries(ENCODED)
			.filter(([, suffix]) => names.has(name + suffix))
			.map(([encoding, suffix]) => [encoding, readFileSync(join(directory, name + suffix))]);
		files.set(name, {
			type: contentTypeOf(name) ?? "application/octet-stream",
			...(!name.startsWith("/assets/") && { tag: entityTagOf(plain) }),
			plain,
			...Object.fromEntries(encoded),
		});
	}
	return files;
};
