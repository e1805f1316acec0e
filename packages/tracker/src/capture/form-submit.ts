import { listenDeep } from "../browser/listen-deep.ts";
import { track } from "../core/tracker.ts";

/** Reports that a form was submitted, never its content. */
export const formSubmit = (): void =>
	listenDeep("submit", ({ target }) => {
		if (!(target instanceof HTMLFormElement)) return;
		// By attribute, because a field named `id` or `action` hides the form's own property.
		const attribute = (name: string) => (target.getAttribute(name) ?? "").slice(0, 400);
		track("form_submit", {
			formId: attribute("id"),
			formName: attribute("name"),
			formAction: attribute("action"),
			method: attribute("method") || "get",
			fieldCount: target.querySelectorAll("input,select,textarea").length,
		});
	});
