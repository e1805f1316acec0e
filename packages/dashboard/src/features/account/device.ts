/** The order matters: later names occur in the user agents of earlier ones. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
	[/\bEdg(?:e|A|iOS)?\//, "Edge"],
	[/\bOPR\//, "Opera"],
	[/\bSamsungBrowser\//, "Samsung Internet"],
	[/\b(?:Firefox|FxiOS)\//, "Firefox"],
	[/(?:Chrome|CriOS)\//, "Chrome"],
	[/\bSafari\//, "Safari"],
	[/^curl\//, "curl"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
	[/\bAndroid\b/, "Android"],
	[/\b(?:iPhone|iPad)\b/, "iOS"],
	[/\bWindows\b/, "Windows"],
	[/\bMac OS X\b/, "macOS"],
	[/\bCrOS\b/, "ChromeOS"],
	[/\bLinux\b/, "Linux"],
];

const firstOf = (names: typeof BROWSERS, text: string) =>
	names.find(([pattern]) => pattern.test(text))?.[1];

/** Roughly what browser and system opened a session: enough to recognize one's own devices. */
export const deviceOf = (
	userAgent: string | null | undefined,
): { browser: string | undefined; system: string | undefined } => ({
	browser: firstOf(BROWSERS, userAgent ?? ""),
	system: firstOf(SYSTEMS, userAgent ?? ""),
});
