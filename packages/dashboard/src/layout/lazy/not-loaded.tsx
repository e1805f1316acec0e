import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { inTime } from "../../api/send.ts";
import { RECOVERY_MS } from "../../api/use-report.ts";
import { useWords } from "../../i18n/language.ts";
import { Button } from "../../ui/button.tsx";
import { CardState } from "../../ui/card-state.tsx";

const isServerAway = (): Promise<boolean> =>
	fetch(location.href, { cache: "no-store", signal: inTime() }).then(
		({ status }) => status >= 500,
		() => true,
	);

/** A state of the history's entry, which outlives the document: it was loaded anew for what it lacked. */
const RELOADED = 1;

/**
 * Instead of a page or a part of one whose chunk did not arrive. While the server is away it says so; then it loads the
 * document anew at the same address, because a script or style that has failed once may stay so for a document. With a server
 * that was there throughout it does so at once: a single request was lost, or the chunk belongs to an older release. If that
 * did not help, it is a failure of the page.
 * @param props.children are shown until it is known which
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
		const look = async () => {
			const isAwayNow = await isServerAway();
			if (!isHere) return;
			if (isAwayNow) {
				history.replaceState(null, "");
				timer = setTimeout(look, RECOVERY_MS);
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
		// A dialog's place is below the page.
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
