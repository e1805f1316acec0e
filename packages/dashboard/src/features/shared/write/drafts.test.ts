import { describe, expect, it } from "vitest";
import { withChange } from "./drafts.ts";

const saved = { name: "Quill", tags: ["blog"] };

describe("the draft of a form", () => {
	it("contains the fields that differ from the saved ones", () =>
		expect(withChange({ tags: [] }, { name: "Pen" }, saved)).toEqual({ name: "Pen", tags: [] }));

	it("drops a field that is changed back, including a list", () =>
		expect(withChange({ name: "Pen", tags: [] }, { ...saved }, saved)).toEqual({}));
});
