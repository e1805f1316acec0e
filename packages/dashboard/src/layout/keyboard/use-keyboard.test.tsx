// @vitest-environment jsdom
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { type Command, KEYS } from "./keyboard.ts";
import { useKeyboard } from "./use-keyboard.ts";

const root = document.createElement("div");
const obeyed: Command[] = [];
const Page = ({ isOn }: { isOn: boolean }) => {
	useKeyboard(isOn, (command) => obeyed.push(command));
	return null;
};
const show = (isOn: boolean) => act(() => render(<Page isOn={isOn} />, root));
const press = (key: string) =>
	document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));

afterEach(() => {
	act(() => render(null, root));
	obeyed.length = 0;
});

it("shortcuts run while they are switched on, as the page was last rendered", async () => {
	await show(true);
	press("m");
	await show(true);
	press("w");
	expect(obeyed).toEqual([KEYS["m"], KEYS["w"]]);
	await show(false);
	press("m");
	expect(obeyed).toHaveLength(2);
	await show(true);
	press("w");
	expect(obeyed).toEqual([KEYS["m"], KEYS["w"], KEYS["w"]]);
});
