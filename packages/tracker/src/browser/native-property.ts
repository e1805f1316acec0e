/** Reads a property of the document: an image or a form of that name, as in `<form name="hidden">`, stands before it. */
export const nativeProperty = <Name extends "hidden" | "prerendering" | "referrer" | "title">(
	name: Name,
): Document[Name] => {
	const found = document[name];
	return typeof found === "object" ? Reflect.get(Document.prototype, name, document) : found;
};
