import { useEffect, useState } from "preact/hooks";
import { loadArea, useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { OTHER_AREAS } from "../../../i18n/other-areas.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { useAddress } from "../../../router/use-address.ts";
import { isCompared } from "../../../router/viewer.ts";
import { WhyDialog } from "./lazy-why-dialog.ts";
import type { WhyOf } from "./why-of.ts";

const Link = ({ of }: { of: WhyOf }) => {
	const { words } = useWording();
	const texts = useAreaWords("changes");
	const [isOpen, setIsOpen] = useState(false);
	return (
		<>
			<button
				type="button"
				class="link nw"
				aria-label={words.chart.whyOf(of.name)}
				onClick={() => setIsOpen(true)}
			>
				{texts.why}
			</button>
			{isOpen && <WhyDialog of={of} onClose={() => setIsOpen(false)} />}
		</>
	);
};

/** Asks why a figure changed; nothing where figures are not compared. */
export const WhyLink = ({ of }: { of: WhyOf }) => {
	const { language } = useWording();
	const { isEmbedded } = useSiteView();
	const { address } = useAddress();
	const [loaded, setLoaded] = useState<string>();
	const isOff = isEmbedded || !isCompared(address);
	useEffect(() => {
		if (!isOff)
			void loadArea("changes", OTHER_AREAS.changes, language).then(() => setLoaded(language));
	}, [isOff, language]);
	return isOff || loaded !== language ? null : <Link of={of} />;
};
