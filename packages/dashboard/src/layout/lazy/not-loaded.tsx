import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { inTime } from "../../api/send.ts";
import { RECOVERY_MS } from "../../api/use-report.ts";
import { useWords } from "../../i18n/language.ts";
import { Button } from "../../ui/button.tsx";
import { CardState } from "../../ui/card-state.tsx";
import { isLeaving } from "./leaving.ts";

const isServerAway = (): Promise<boolean> =>
	fetch(location.href, { cache: "no-store", signal: inTime() }).then(
		({ status }) => status >= 500,
		() => true,
	);

/** Stored in the history entry, which survives a reload: the document was already reloaded for this chunk. */
const RELOADED = 1;

/**
 * Replaces a page or part whose chunk failed to load. While the server is unreachable it says so, and afterwards it
 * reloads the document at the same URL, because a script or style that has failed once may stay failed for a document.
 * If the server was reachable throughout, it reloads at once: a single request was lost, or the chunk belongs to an
 * older release. If a reload did not help, it reports an error of the page. While the reader is on the way to another
 * document it waits: a reload would take them back.
 * @param props.children are shown until the cause is known
 */
export const NotLoaded = ({
	failure,
	children,
}: {
	failure: unknown;
	children: ComponentChildren;
}) => {
	const words = useWords();
	const [isAway, setIsAway] = useState<boolean>();
	const [tries, setTries] = useState(0);
	useEffect(() => {
		let isHere = true;
		let timer: ReturnType<typeof setTimeout> | undefined;
		const lookAgain = () => {
			timer = setTimeout(look, RECOVERY_MS);
		};
		const look = async () => {
			const isAwayNow = await isServerAway();
			if (!isHere) return;
			if (isAwayNow) {
				history.replaceState(null, "");
				lookAgain();
			} else if (isLeaving()) {
				return lookAgain();
			} else if (history.state !== RELOADED) {
				history.replaceState(RELOADED, "");
				return location.reload();
			}
			setIsAway(isAwayNow);
		};
		void look();
		return () => {
			isHere = false;
			clearTimeout(timer);
		};
	}, [tries]);
	if (isAway === undefined) return children;
	if (!isAway) throw failure;
	return (
		// A dialog is rendered at the end of the page: scroll to its message.
		<div role="alert" ref={(element) => element?.scrollIntoView({ block: "nearest" })}>
			<CardState
				icon="warning"
				tone="bad"
				title={words.trouble.downTitle}
				action={<Button onClick={() => setTries(tries + 1)}>{words.card.retry}</Button>}
			>
				{words.trouble.downText}
			</CardState>
		</div>
	);
};
