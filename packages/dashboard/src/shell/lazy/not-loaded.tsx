import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { TIMEOUT_SECONDS } from "../../api/send.ts";
import { RECOVERY_MS } from "../../api/use-report.ts";
import { Button } from "../../part/button.tsx";
import { CardState } from "../../part/card-state.tsx";
import { useWords } from "../../words/language.ts";

/** Since the document was loaded. */
let wasAway = false;

const isServerAway = async (): Promise<boolean> => {
	const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1000);
	const isAway = await fetch(location.href, { cache: "no-store", signal }).then(
		({ status }) => status >= 500,
		() => true,
	);
	wasAway ||= isAway;
	return isAway;
};

/**
 * Instead of a page or a part of one whose chunk did not arrive. While the server is away it says so; then it loads the
 * document anew at the same address, because a script or style that has failed once may stay so for a document. With a server
 * that was there throughout it is a failure of the page.
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
	const [state, setState] = useState<"unknown" | "away" | "broken">("unknown");
	const [tries, setTries] = useState(0);
	useEffect(() => {
		let isHere = true;
		let timer: ReturnType<typeof setTimeout> | undefined;
		const look = async () => {
			const isAway = await isServerAway();
			if (!isHere) return;
			if (isAway) {
				setState("away");
				timer = setTimeout(look, RECOVERY_MS);
			} else if (wasAway) location.reload();
			else setState("broken");
		};
		void look();
		return () => {
			isHere = false;
			clearTimeout(timer);
		};
	}, [tries]);
	if (state === "broken") throw failure;
	if (state === "unknown") return <>{children}</>;
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
