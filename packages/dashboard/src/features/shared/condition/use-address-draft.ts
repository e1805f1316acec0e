import { useEffect, useRef, useState } from "preact/hooks";
import { useAddress } from "../../../router/use-address.ts";
import { type Draft, draftIn, isSameDraft, withDraft } from "./draft.ts";

/** How long nothing is typed before the address, and with it the preview, follows. */
const QUIET_MS = 400;

/**
 * What is being made, kept in the address so that it can be sent, reloaded and come back to.
 * @param usual what to begin with; the same object as long as it is the same
 * @returns `settled`: the draft as it is in the address
 */
export const useAddressDraft = (
	usual: Draft,
): { draft: Draft; settled: Draft; set(draft: Draft): void } => {
	const { address, change } = useAddress();
	const settled = draftIn(address.others) ?? usual;
	const [draft, setDraft] = useState(settled);
	const written = useRef(settled);
	const timer = useRef(0);
	const latest = useRef({ address, change });
	latest.current = { address, change };
	useEffect(() => () => clearTimeout(timer.current), []);
	useEffect(() => {
		// Back, or a link to another draft.
		if (isSameDraft(settled, written.current)) return;
		clearTimeout(timer.current);
		written.current = settled;
		setDraft(settled);
	}, [settled]);
	const set = (next: Draft) => {
		setDraft(next);
		clearTimeout(timer.current);
		timer.current = window.setTimeout(() => {
			const now = latest.current;
			written.current = next;
			now.change({ others: withDraft(now.address.others, next) }, { replaces: true });
		}, QUIET_MS);
	};
	return { draft, settled, set };
};
