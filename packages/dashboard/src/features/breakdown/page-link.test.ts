import { expect, it } from "vitest";
import { linkOfRow } from "./page-link.ts";

it.each<[string, { value: string; hostname?: string; pathname?: string }, string | undefined]>([
	["pathname", { value: "/a b", hostname: "shop.example" }, "https://shop.example/a%20b"],
	["pathname", { value: "/a", hostname: "" }, "https://quill.example/a"],
	["pathname", { value: "/a", hostname: "localhost:3000" }, "http://localhost:3000/a"],
	["pathname", { value: "//evil.example/a", hostname: "quill.example" }, undefined],
	["pathname", { value: "javascript:alert(1)", hostname: "quill.example" }, undefined],
	["pathname", { value: "/a", hostname: "evil.example/x?" }, undefined],
	["pathname", { value: "/a", hostname: "user@evil.example" }, undefined],
	["page_title", { value: "A", pathname: "/a" }, "https://quill.example/a"],
	["page_title", { value: "A" }, undefined],
	["referrer", { value: "news.example" }, "https://news.example/"],
	["referrer", { value: "" }, undefined],
	["referrer", { value: "Newsletter" }, undefined],
	["referrer", { value: "org.telegram.messenger" }, undefined],
	["referrer", { value: "com.Slack" }, undefined],
	["referrer", { value: "de.wikipedia.org" }, "https://de.wikipedia.org/"],
	["outbound", { value: "https://a.example/x" }, "https://a.example/x"],
	["outbound", { value: "javascript:alert(1)" }, undefined],
	["outbound", { value: "data:text/html,x" }, undefined],
	["outbound", { value: "nothing" }, undefined],
	["browser", { value: "chrome.example" }, undefined],
])("the link of %s %j is %s", (dimension, row, href) =>
	expect(linkOfRow(dimension, row, "quill.example")).toBe(href),
);
