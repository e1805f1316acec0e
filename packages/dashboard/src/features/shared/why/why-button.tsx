import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useWording } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { WhyDialog } from "./lazy-why-dialog.ts";
import css from "./why-button.module.css";
import type { WhyOf } from "./why-of.ts";

interface WhyButtonProps {
	of: WhyOf;
	title?: string | undefined;
	/** The change, as it is shown without being a button. */
	children: ComponentChildren;
}

/** A change that says why it came about when it is clicked. */
export const WhyButton = ({ of, title, children }: WhyButtonProps) => {
	const { words } = useWording();
	const { isEmbedded } = useSiteView();
	const [isOpen, setIsOpen] = useState(false);
	if (isEmbedded) return <span title={title}>{children}</span>;
	return (
		<>
			<button type="button" class={css["why"]} title={title} onClick={() => setIsOpen(true)}>
				{children}
				<span class="vh"> {words.chart.whyOf(of.name)}</span>
			</button>
			{isOpen && <WhyDialog of={of} onClose={() => setIsOpen(false)} />}
		</>
	);
};
