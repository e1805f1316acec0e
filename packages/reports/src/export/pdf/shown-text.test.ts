import PdfDocument from "pdfkit";
import { describe, expect, it } from "vitest";
import { createShownText } from "./shown-text.ts";

const document = new PdfDocument({ bufferPages: true }).font("Helvetica").fontSize(8);

describe("a text in the document", () => {
	it.each([
		["Zoë’s café, 5 €", "Zoë’s café, 5 €"],
		["cafe\u0301", "café"],
		["/日本語", "/???"],
		["👩‍👩‍👧 family", "? family"],
		["\u202eback\u0000", "?back?"],
	])("shows %j as %j", (text, known) => expect(createShownText().known(text)).toBe(known));

	it("reports whether a character was replaced", () => {
		const shown = createShownText();
		shown.known("Zoë");
		expect(shown.isReplaced()).toBe(false);
		shown.known("Зоя");
		expect(shown.isReplaced()).toBe(true);
	});

	it.each(["W".repeat(300), "i".repeat(5000), "日".repeat(400)])("is clipped: %s", (text) => {
		const fitted = createShownText().fitting(document, text, 120);
		expect(fitted).toMatch(/^.{10,}…$/);
		expect(document.widthOfString(fitted)).toBeLessThanOrEqual(120);
	});

	it("stays whole if it fits", () =>
		expect(createShownText().fitting(document, "/pricing", 120)).toBe("/pricing"));
});
