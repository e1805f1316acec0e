import { useEffect, useRef, useState } from "preact/hooks";
import { useAddress } from "../../../router/use-address.ts";
import { type Draft, draftIn, isSameDraft, withDraft } from "./draft.ts";

/** How long typing must pause before the URL, and with it the preview, is updated. */
const QUIET_MS = 400;

/**
 * An unsaved goal or funnel, kept in the URL so that it can be shared, reloaded and returned to.
 * @param usual the initial draft; must keep its identity while it is unchanged
 * @returns `settled`: the draft as the URL has it
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
		// Navigation back, or to a link with another draft.
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
