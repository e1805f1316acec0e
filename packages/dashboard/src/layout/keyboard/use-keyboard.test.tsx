// @vitest-environment jsdom
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it, vi } from "vitest";
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

it("a shortcut pressed before the shortcuts are loaded runs once they are, and only once", async () => {
	await show(true);
	press("m");
	expect(obeyed).toEqual([]);
	await vi.waitFor(() => expect(obeyed).toEqual([KEYS["m"]]));
	press("w");
	expect(obeyed).toEqual([KEYS["m"], KEYS["w"]]);
});

it("a shortcut pressed before the shortcuts are loaded is dropped when they are switched off", async () => {
	await show(true);
	press("m");
	await show(false);
	await show(true);
	await vi.waitFor(() => {
		press("w");
		expect(obeyed).toContain(KEYS["w"]);
	});
	expect(obeyed).not.toContain(KEYS["m"]);
});
