import type { BehaviourWords } from "../report/use-texts.ts";

interface WithVisitor {
	user_id: string;
	identified_user_id: string;
	traits: Readonly<Record<string, unknown>> | null;
}

/** Letters of a device's id that tell visitors apart on a page. */
const SHORT = 4;

/** The name of whom a session is of: what the site calls the user, or `Visitor 5a0e`. */
export const visitorText = (
	{ user_id, identified_user_id, traits }: WithVisitor,
	own: BehaviourWords,
): string => {
	const named = [traits?.["name"], traits?.["email"]].find(
		(one) => typeof one === "string" && one !== "",
	);
	if (typeof named === "string") return named;
	return identified_user_id || own.visitor(user_id.slice(0, SHORT));
};
