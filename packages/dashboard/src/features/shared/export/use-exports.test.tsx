// @vitest-environment jsdom
import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, it } from "vitest";
import { OpenSiteContext } from "../../../layout/site-view.ts";
import { addressOf } from "../../../router/address.ts";
import { LocationContext } from "../../../router/use-address.ts";
import { useExports } from "./use-exports.ts";

const exportsOf = (search: string, viewer: object): ReturnType<typeof useExports> => {
	const found: ReturnType<typeof useExports>[] = [];
	const Probe = () => {
		found.push(useExports());
		return null;
	};
	act(() =>
		render(
			<LocationContext.Provider value={{ address: addressOf(search) } as never}>
				<OpenSiteContext.Provider
					value={{ site: { id: "a/1?", timeZone: "UTC" }, viewer } as never}
				>
					<Probe />
				</OpenSiteContext.Provider>
			</LocationContext.Provider>,
			document.createElement("div"),
		),
	);
	const [first] = found;
	if (!first) throw new Error("Nothing was drawn");
	return first;
};

it("requests all rows of the page's view, for exactly that site", () => {
	const { csv } = exportsOf("?range=2026-01-01..2026-01-31&compare=off", { via: "cookie" });
	const url = new URL(
		csv({ report: "metric", parameters: { parameter: "pathname", limit: 10 } }),
		"http://x",
	);
	expect(url.pathname).toBe("/api/sites/a%2F1%3F/export/metric");
	expect(Object.fromEntries(url.searchParams)).toEqual({
		bom: "true",
		end_date: "2026-01-31",
		parameter: "pathname",
		start_date: "2026-01-01",
		time_zone: "UTC",
	});
});

it("includes the key of a private link", () => {
	const { csv } = exportsOf("", { via: "link", privateKey: "k1" });
	expect(new URL(csv({ report: "goals" }), "http://x").searchParams.get("private_key")).toBe("k1");
});

it("offers a document only for whole days", () => {
	expect(exportsOf("?range=24h", { via: "cookie" }).pdf).toBeUndefined();
	expect(exportsOf("?range=today", { via: "cookie" }).pdf).toContain("/export/pdf?");
});
