import { expect, it } from "vitest";
import { inOrderOfState } from "./alert-state.ts";

it("lists what needs attention first, then by name", () => {
	const states = ["ok", "paused", "broken", "ok", "firing", "pending"] as const;
	const alerts = states.map((state, at) => ({ state, name: `${9 - at}` }));
	expect(inOrderOfState(alerts).map(({ state, name }) => `${state} ${name}`)).toEqual([
		...["firing 5", "broken 7", "pending 4", "ok 6", "ok 9", "paused 8"],
	]);
});
