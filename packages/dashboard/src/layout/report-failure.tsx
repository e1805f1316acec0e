import type { RequestFailure } from "../api/failure.ts";
import { TIMEOUT_SECONDS } from "../api/send.ts";
import type { Report } from "../api/use-report.ts";
import type { Words } from "../i18n/en.ts";
import { useWords } from "../i18n/language.ts";
import { useAddress } from "../router/use-address.ts";
import { CardState, FailureState } from "../ui/card-state.tsx";

/** A failure in words: what happened and why, then what to do. */
export const failureText = (
	failure: RequestFailure,
	{ card }: Words,
): { message: string; help: string } => {
	if (failure.kind === "unreachable") return { message: card.noAnswer, help: card.noAnswerHelp };
	if (failure.kind === "too-slow")
		return { message: card.tooLong(String(TIMEOUT_SECONDS)), help: card.tooLongHelp };
	if (failure.kind === "incomplete")
		return { message: card.missingField(failure.message), help: "" };
	// Many of the API's messages end without a full stop, and another sentence follows here.
	const message = failure.message.replace(/\w$/, "$&.") || card.noAnswer;
	return { message, help: failure.resolution };
};

/** Goes to the sign-in page, which returns here. */
export const useSignInHref = (): string => {
	const { linkTo, here } = useAddress();
	return `${linkTo({ to: "login" })}?to=${encodeURIComponent(here)}`;
};

/** Replaces a card's content: why it failed to load, and what to do. */
export const ReportFailure = ({ report }: { report: Report<unknown> }) => {
	const words = useWords();
	const { failure } = report;
	if (!failure) return null;
	// The banner at the top of the page already offers to sign in.
	if (failure.status === 401) return <CardState icon="lock" title={words.card.notLoaded} />;
	return (
		<FailureState
			{...failureText(failure, words)}
			details={failure.details}
			isForbidden={failure.status === 403}
			onRetry={report.retry}
		/>
	);
};
