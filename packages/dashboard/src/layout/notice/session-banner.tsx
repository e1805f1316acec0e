import { sessionEnd } from "../../api/session-end.ts";
import { useWords } from "../../i18n/language.ts";
import { Banner } from "../../ui/banner.tsx";
import { LinkButton } from "../../ui/button.tsx";
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
