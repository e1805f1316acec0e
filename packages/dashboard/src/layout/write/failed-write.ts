import { failureOf, RequestFailure } from "../../api/failure.ts";
import { invalidate } from "../../api/query-cache.ts";
import type { Words } from "../../i18n/en.ts";
import { toast } from "../../ui/overlay/toast.tsx";
import { failureText } from "../report-failure.tsx";

/** Says in a toast why a change failed. */
const toastFailure = (failure: RequestFailure, words: Words): void => {
	const { message, help } = failureText(failure, words);
	toast(`${message} ${help}`.trim());
};

/**
 * The failure of a change. Somebody who has become a viewer since the page was opened is told so in a toast too, because
 * the page then loses its buttons and forms.
 * @param isToasted whether other failures are said in a toast as well
 */
export const failedWrite = (thrown: unknown, words: Words, isToasted = false): RequestFailure => {
	const refused = failureOf(thrown);
	const isReadOnly = refused.code === "READ_ONLY_ROLE";
	const failure = isReadOnly
		? new RequestFailure({ kind: "refused", status: 403, message: words.card.forbiddenText })
		: refused;
	if (isReadOnly || isToasted) toastFailure(failure, words);
	if (isReadOnly) for (const kind of ["site", "organizations"]) void invalidate([kind]);
	return failure;
};
