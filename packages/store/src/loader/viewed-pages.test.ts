import { expect, it } from "vitest";
import type { Session } from "./sessions.ts";
import { createViewedPages } from "./viewed-pages.ts";

it("a page load that any number of sessions name takes a time that does not grow with them, and keeps the latest", () => {
	const pages = createViewedPages();
	const key = { site: 1, page: "the same for all" };
	const begun = performance.now();
	for (let at = 0; at < 50_000; at++) {
		const session: Session = { id: String(at), first: at, last: at };
		pages.viewed(key, { session, visitor: `v${at}`, identifiedUser: "", first: at, last: at });
	}
	expect(performance.now() - begun).toBeLessThan(5000);
	expect(pages.of(key, 49_999)?.visitor).toBe("v49999");
	expect(pages.of(key, 49_995)?.visitor).toBe("v49995");
	expect(pages.size()).toBe(1);
});
