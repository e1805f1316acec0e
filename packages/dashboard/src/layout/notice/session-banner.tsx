import { sessionEnd } from "../../api/session-end.ts";
import { useWords } from "../../i18n/language.ts";
import { Banner } from "../../ui/banner.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { useSyncExternalStore } from "../preference/use-external-store.ts";
import { useSignInHref } from "../report-failure.tsx";
import css from "./notice.module.css";

/** Shown above a page whose reader's session has ended: a link to sign in and return to the same view. */
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
