import { describe, expect, it } from "vitest";
import { withChange } from "./drafts.ts";

const saved = { name: "Quill", tags: ["blog"] };

describe("the changes of a form", () => {
	it("are the fields that differ from what is saved", () =>
		expect(withChange({ tags: [] }, { name: "Pen" }, saved)).toEqual({ name: "Pen", tags: [] }));

	it("lose a field that is typed back, a list too", () =>
		expect(withChange({ name: "Pen", tags: [] }, { ...saved }, saved)).toEqual({}));
});
