import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useSiteView } from "../../../layout/site-view.ts";
import { WhyDialog } from "./lazy-why-dialog.ts";
import type { WhyOf } from "./why-of.ts";

interface Why {
	/** Explains a change; undefined where nothing is explained. */
	ask: ((of: WhyOf) => void) | undefined;
	/** The explanation that is open, to be rendered beside what was clicked. */
	dialog: VNode | undefined;
}

/** For lists and figures that explain their changes: one dialog for all of them. */
export const useWhy = (): Why => {
	const { isEmbedded } = useSiteView();
	const [of, setOf] = useState<WhyOf>();
	return {
		ask: isEmbedded ? undefined : setOf,
		dialog: of && <WhyDialog of={of} onClose={() => setOf(undefined)} />,
	};
};
