// @vitest-environment jsdom
import { render } from "preact";
import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import { PersonLabel, usePersonText } from "./person-label.tsx";
import type { Person } from "./person-name.ts";

const drawn = (person: Person) => {
	const root = document.createElement("div");
	const Both = () => {
		const textOf = usePersonText();
		return (
			<>
				<p>
					<PersonLabel person={person} />
				</p>
				<p>{textOf(person)}</p>
			</>
		);
	};
	act(() => render(<Both />, root));
	return [...root.querySelectorAll("p")].map(({ textContent }) => textContent);
};

describe("a person's name, as an element and as text", () => {
	it.each([
		[{ user_id: "8366228106", identified_user_id: "", traits: null }, "Anonymous 836622"],
		[{ user_id: "8366", identified_user_id: "u-4711", traits: null }, "u-4711"],
		[{ user_id: "8366", identified_user_id: "u-4711", traits: { username: "alice" } }, "alice"],
	])("is shown for %j", (person, name) => expect(drawn(person)).toEqual([name, name]));
});
