import { listen } from "../browser/listen.ts";

/** Fields without a type of their own that are as good as passwords: by what browsers are told to fill in, or by their name. */
const SECRET_FILLING = /password|one-time-code|\bcc-/i;
const SECRET_NAME = /passw|passcode|passphrase|\bpwd\b/i;
/** The same for every password, so that not even its length is recorded. */
const HIDDEN = "********";
/** The values of these are the page's own text. */
const LABELS: readonly string[] = ["submit", "button", "reset", "image", "checkbox", "radio"];

type Field = HTMLInputElement;

/** Says what is recorded in the place of what a field holds. */
export type InputMask = (text: string, field: HTMLElement) => string;

/**
 * Masks what is typed: passwords always, the rest as asked for. A field that ever was a password stays one, whether a
 * button shows its text meanwhile or not.
 */
export const inputMask = (
	maskAll: boolean,
	exceptions: Readonly<Record<string, boolean>>,
): InputMask => {
	const passwords = new WeakSet<EventTarget>(document.querySelectorAll("input[type=password i]"));
	// A password is typed or filled in before a button shows it: its field is known by then.
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
