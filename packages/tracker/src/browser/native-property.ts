/** Reads a property of the document that an image or form of the same name would hide, as in `<form name="hidden">`. */
export const nativeProperty = <Name extends "hidden" | "prerendering" | "referrer" | "title">(
	name: Name,
): Document[Name] => Reflect.get(Document.prototype, name, document);
