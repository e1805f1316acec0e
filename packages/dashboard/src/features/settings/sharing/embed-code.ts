import { pathOf, type SitePage } from "../../../router/destination.ts";

/** Default sizes; height in px, width as CSS. */
export const EMBED_SIZES = {
	wide: { width: "100%", height: 900 },
	medium: { width: "100%", height: 600 },
	small: { width: "360", height: 640 },
} as const;
export type EmbedSize = keyof typeof EMBED_SIZES;

/** Ranges to choose from, as the URL writes them. */
export const EMBED_RANGES = ["7d", "28d", "90d", "365d"] as const;
export type EmbedRange = (typeof EMBED_RANGES)[number];

interface EmbedChoice {
	/** URL of the product, without a trailing slash. */
	origin: string;
	site: string;
	/** Key of the private link; absent for a public site. */
	privateKey: string | undefined;
	page: SitePage;
	range: EmbedRange;
}

/** The URL that an embed shows. */
export const embedAddress = ({ origin, site, privateKey, page, range }: EmbedChoice): string => {
	const path = pathOf({ to: "site", site, ...(privateKey && { privateKey }), page, rest: [] });
	return `${origin}${path}?${range === "28d" ? "" : `range=${range}&`}embed`;
};

const escaped = (text: string) =>
	text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** The element to paste into a page. */
export const embedCode = (address: string, size: EmbedSize, title: string): string => {
	const { width, height } = EMBED_SIZES[size];
	return `<iframe src="${escaped(address)}" title="${escaped(title)}" width="${width}" height="${height}" style="border:0" loading="lazy"></iframe>`;
};

/** Shows the number of visitors of the last half hour on any page. */
export const badgeCode = (origin: string, site: string): string =>
	[
		'<span id="visitors"></span>',
		"<script>",
		`\tfetch("${origin}/api/sites/${site}/embed-stats?minutes=30")`,
		"\t\t.then((answer) => answer.json())",
		'\t\t.then(({ count }) => { document.getElementById("visitors").textContent = count; });',
		"</script>",
	].join("\n");
