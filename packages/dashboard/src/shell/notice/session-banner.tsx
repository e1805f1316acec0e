import { sessionEnd } from "../../api/session-end.ts";
import { Banner } from "../../part/banner.tsx";
import { LinkButton } from "../../part/button.tsx";
import { useWords } from "../../words/language.ts";
import { useSyncExternalStore } from "../preference/use-external-store.ts";
import { useSignInHref } from "../report-failure.tsx";
import css from "./notice.module.css";

/** Above a page whose reader was signed out behind their back: the way to sign in, and back to what they see. */
export const SessionBanner = () => {
	const words = useWords();
	const href = useSignInHref();
	const isEnded = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.read);
	if (!isEnded) return null;
	return (
		<Banner tone="warn">
			<div class={css["ended"]}>
				<p>
					<b>{words.trouble.expiredTitle}</b> {words.trouble.expiredText}
				</p>
				<LinkButton href={href}>{words.trouble.comeBack}</LinkButton>
			</div>
		</Banner>
	);
};
