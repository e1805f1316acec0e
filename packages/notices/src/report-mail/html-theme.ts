import { Html } from "./html.ts";

const FONT =
	"system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Noto Sans',Arial,sans-serif";

/** The styles of elements, inline because many mail programs read no others. */
export const STYLES = {
	page: "margin:0;padding:0;background:#f6f7f8;",
	cell: `font-family:${FONT};font-size:14px;line-height:20px;color:#14171b;`,
	panel: "background:#ffffff;border:1px solid #e2e5e9;border-radius:6px;",
	line: "border-top:1px solid #e2e5e9;",
	ink: "color:#14171b;",
	soft: "color:#454d57;",
	faint: "color:#5f6873;",
	good: "color:#0a6b4d;",
	bad: "color:#b42318;",
	link: "color:#2457d6;text-decoration:none;",
	number: "text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums;",
	button: `background:#2457d6;border-radius:6px;color:#ffffff;display:inline-block;font-family:${FONT};font-size:14px;font-weight:600;line-height:20px;padding:10px 18px;text-decoration:none;`,
} as const;

/** Class → its colours in the dark. */
const DARK: Readonly<Record<string, string>> = {
	page: "background:#0e1013!important;",
	panel: "background:#15181c!important;border-color:#2a3037!important;",
	line: "border-color:#2a3037!important;",
	ink: "color:#e9ebee!important;",
	soft: "color:#b3bac3!important;",
	faint: "color:#939ca7!important;",
	good: "color:#5cc79a!important;",
	bad: "color:#ff9186!important;",
	link: "color:#86aaff!important;",
	bar: "background:#4d74cf!important;",
	track: "background:#21262c!important;",
	button: "background:#86aaff!important;color:#0b1736!important;",
};

const darkRules = (prefix: string): string =>
	Object.entries(DARK)
		.map(([name, rule]) => `${prefix}.${name}{${rule}}`)
		.join("");

/** What inline styles cannot say: the dark, and narrow screens. Outlook's own dark mode marks its elements. */
export const STYLE_SHEET = new Html(
	[
		":root{color-scheme:light dark;supported-color-schemes:light dark}",
		"table{border-collapse:separate;border-spacing:0}img{border:0;display:block}",
		`@media (prefers-color-scheme:dark){${darkRules("")}}`,
		darkRules("[data-ogsc] "),
		"@media (max-width:520px){.gutter{padding:12px 8px!important}.inner{padding-left:16px!important;padding-right:16px!important}",
		".figures,.figures tbody{display:block!important}.figures tr{display:contents!important}.figure{display:inline-block!important;width:49%!important;box-sizing:border-box}.chart{width:100%!important;height:auto!important}",
		".change{width:64px!important;min-width:0!important;padding-left:8px!important;white-space:normal!important}.wide{display:none!important}.title{font-size:20px!important}}",
	].join(""),
);

/** `class` and `style` of an element. */
export const look = (...names: (keyof typeof STYLES)[]): Html =>
	new Html(`class="${names.join(" ")}" style="${names.map((name) => STYLES[name]).join("")}"`);

/** The same with more styles, and classes for narrow screens. */
export const lookWith = (style: string, classes: string, ...names: (keyof typeof STYLES)[]): Html =>
	new Html(
		`class="${[...names, classes].filter(Boolean).join(" ")}" style="${names.map((name) => STYLES[name]).join("")}${style}"`,
	);
