import { listen } from "../browser/listen.ts";

/** Fields that are as sensitive as passwords, by `autocomplete` or by name. */
const SECRET_FILLING = /password|one-time-code|\bcc-/i;
const SECRET_NAME = /passw|passcode|passphrase|\bpwd\b/i;
/** The same mask for every password, so that not even its length is recorded. */
const HIDDEN = "********";
/** Their values are the page's own text. */
const LABELS: readonly string[] = ["submit", "button", "reset", "image", "checkbox", "radio"];

type Field = HTMLInputElement;

/** Returns the recorded substitute of a field's value. */
export type InputMask = (text: string, field: HTMLElement) => string;

/**
 * Masks typed text: passwords always, the rest by options. A field that was ever a password stays masked, even if a
 * button reveals its text.
 */
export const createInputMask = (
	maskAll: boolean,
	exceptions: Readonly<Record<string, boolean>>,
): InputMask => {
	const passwords = new WeakSet<EventTarget>(document.querySelectorAll("input[type=password i]"));
	// A password is entered before a button reveals it, so its field is known by then.
	listen("focusin input change", (event) => {
		const [field] = event.composedPath();
		if ((field as Partial<Field> | undefined)?.type === "password") passwords.add(field as Field);
	});
	const isSecret = (field: Field) =>
		field.type === "password" ||
		passwords.has(field) ||
		field.hasAttribute("data-rr-is-password") ||
		SECRET_FILLING.test(field.autocomplete) ||
		SECRET_NAME.test(`${field.name} ${field.id}`);
	return (text, element) => {
		const field = element as Field;
		if (!text) return text;
		if (field.type === "password") passwords.add(field);
		if (LABELS.includes(field.type)) return text;
		if (isSecret(field)) return HIDDEN;
		const tag = field.tagName.toLowerCase();
		return (exceptions[field.type] ?? exceptions[tag] ?? maskAll) ? "*".repeat(text.length) : text;
	};
};
