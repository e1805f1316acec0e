import { APPS, DOMAINS, SOURCE_NAMES, type SourceClass } from "./channel-domains.ts";
import { words } from "./words.ts";

/** A first label shorter than this does not count as a name: `t.co` does not make every source "t" a social one. */
const SHORTEST_NAME = 3;
/** Below these, a first label is a kind of service rather than its name: `mail.google.com`. */
const NOT_NAMES = new Set(words("mail search news chat web out old api app docs"));

const pairsOf = (classes: Partial<Record<SourceClass, readonly string[]>>) =>
	Object.entries(classes).flatMap(([sourceClass, texts]) =>
		texts.map((text) => [text, sourceClass as SourceClass] as const),
	);

const byApp = new Map(pairsOf(APPS));
const byName = new Map(pairsOf(SOURCE_NAMES));
const byDomain = new Map<string, SourceClass>();
// In the order of the classes, so that an ambiguous name is an assistant's before a search engine's.
for (const [domain, sourceClass] of pairsOf(DOMAINS)) {
	if (!byDomain.has(domain)) byDomain.set(domain, sourceClass);
	const labels = domain.split(".");
	const name = labels[0] ?? "";
	const isOwnName = labels.length === 2 || (labels.length === 3 && (labels[1]?.length ?? 0) <= 3);
	if (isOwnName && name.length >= SHORTEST_NAME && !NOT_NAMES.has(name) && !byName.has(name))
		byName.set(name, sourceClass);
}

const LONGEST_DOMAIN = Math.max(...[...byDomain.keys()].map(({ length }) => length));

/** The class of a host by its longest listed suffix; suffixes start after a dot. */
const classOfDomain = (host: string): SourceClass | undefined => {
	const excess = host.length - LONGEST_DOMAIN;
	// Longer suffixes are not tried: a referrer may have a host of a thousand labels.
	const start = excess > 0 ? host.indexOf(".", excess - 1) + 1 : 0;
	if (excess > 0 && start === 0) return undefined;
	for (let suffix = host.slice(start); ; ) {
		const found = byDomain.get(suffix);
		const dot = suffix.indexOf(".");
		if (found !== undefined || dot === -1) return found;
		suffix = suffix.slice(dot + 1);
	}
};

/** The class of a lower-cased host; app bundle ids are hosts of `android-app:` referrers. */
export const classOfHost = (host: string): SourceClass | undefined =>
	byApp.get(host) ?? classOfDomain(host);

/** Whether a list contains this very domain. */
export const isListedDomain = (domain: string): boolean => byDomain.has(domain);

/** The class of an app by its bundle id. */
export const classOfApp = (source: string): SourceClass | undefined => byApp.get(source);

/** The class of a lower-cased `utm_source`: a known name or a host. */
export const classOfSource = (source: string): SourceClass | undefined =>
	byName.get(source) ?? (source.includes(".") ? classOfHost(source) : undefined);
