import { useAreaWords } from "../../i18n/areas.ts";
import { Menu } from "../../layout/frame/lazy-menu.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { searchOf } from "../../router/address.ts";
import { basePath } from "../../router/current-place.ts";
import { useAddress } from "../../router/use-address.ts";
import { Button } from "../../ui/button.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { Popover, PopoverBody } from "../../ui/overlay/popover.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import { useExports } from "../shared/export/use-exports.ts";
import { bucketChoice } from "./chart-range.ts";
import { figuresQuery, seriesQuery } from "./queries.ts";

/** Copies the URL of the current view, with its time zone. */
const ShareButton = () => {
	const words = useAreaWords("reports");
	const { address, here } = useAddress();
	const { timeZone } = useSiteView();
	const share = async () => {
		const path = here.split("?", 1)[0] ?? "/";
		const link = `${location.origin}${basePath()}${path}${searchOf({ ...address, timeZone })}`;
		toast((await copyText(link)) ? words.linkCopied : words.linkNotCopied);
	};
	return (
		<Button
			kind="tool"
			isIcon
			aria-label={words.copyLink}
			title={words.copyLink}
			onClick={() => void share()}
		>
			<Icon name="copy" />
		</Button>
	);
};

/** Shares what the page shows, as a link or as files. */
export const HeadActions = () => {
	const words = useAreaWords("reports");
	const { address } = useAddress();
	const { now, timeZone } = useSiteView();
	const { csv, pdf } = useExports();
	const { bucket } = bucketChoice(address.range, address.bucket, now, timeZone);
	const files = [
		{
			id: "figures",
			label: words.csvFigures,
			href: csv({ ...figuresQuery, isCompared: false }),
		},
		{
			id: "chart",
			label: words.csvChart,
			href: csv({ ...seriesQuery(bucket), isCompared: false }),
		},
		...(pdf === undefined ? [] : [{ id: "pdf", label: words.pdf, href: pdf }]),
	];
	return (
		<>
			<ShareButton />
			<Popover
				isIcon
				size="s"
				title={words.download}
				label={words.download}
				button={<Icon name="download" />}
			>
				{(close) => (
					<PopoverBody>
						<Menu label={words.download} items={files} onDone={close} />
					</PopoverBody>
				)}
			</Popover>
		</>
	);
};
