import { expect, it } from "vitest";
import { attachmentOf } from "./answer.ts";

it("keeps an international file name, with an ASCII fallback for old clients", () => {
	expect(attachmentOf("shop.example-pages.csv")).toBe(
		'attachment; filename="shop.example-pages.csv"',
	);
	expect(attachmentOf("münchen.example-pages.csv")).toBe(
		"attachment; filename=\"m_nchen.example-pages.csv\"; filename*=UTF-8''m%C3%BCnchen.example-pages.csv",
	);
});
