import type { words as english } from "../../../i18n/en/activity.ts";
import type { SignIn } from "./activity-api.ts";

/** The provider of a sign-in, or why it was refused; `undefined` when there is nothing to add. */
export const signInDetail = (
	{ outcome, detail }: Pick<SignIn, "outcome" | "detail">,
	words: typeof english,
): string | undefined => {
	if (detail === null) return undefined;
	if (outcome !== "refused") return detail;
	return Object.entries(words.refused).find(([code]) => code === detail)?.[1] ?? detail;
};
