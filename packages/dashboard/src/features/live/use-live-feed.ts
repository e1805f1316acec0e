import { useEffect, useState } from "preact/hooks";
import { putLiveCount } from "../../api/sites.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { filtersParameter } from "../../router/filters.ts";
import { useAddress } from "../../router/use-address.ts";
import { type LiveState, startLiveFeed } from "./live-feed.ts";
import { createLiveSource } from "./live-source.ts";

const NOTHING: LiveState = {
	status: "connecting",
	events: undefined,
	arrived: 0,
	failure: undefined,
};

/** A hidden page keeps its stream for a moment: people switch tabs and come back. */
const REST_MS = 10_000;

/** The events of the site as they arrive, with the URL's filters. */
export const useLiveFeed = (): LiveState & { retry(): void } => {
	const { site, viewer } = useSiteView();
	const { address } = useAddress();
	const [state, setState] = useState(NOTHING);
	const [round, setRound] = useState(0);
	const filters = filtersParameter(address.filters);
	useEffect(() => {
		setState(NOTHING);
		const source = createLiveSource({
			site: site.id,
			viewer,
			filters,
			segment: address.segment,
			onVisitors: (count) => putLiveCount(site.id, viewer, count),
		});
		const feed = startLiveFeed(source, setState);
		let timer: ReturnType<typeof setTimeout> | undefined;
		const onVisibility = () => {
			clearTimeout(timer);
			if (document.visibilityState === "visible") feed.wake();
			else timer = setTimeout(feed.rest, REST_MS);
		};
		document.addEventListener("visibilitychange", onVisibility);
		return () => {
			document.removeEventListener("visibilitychange", onVisibility);
			clearTimeout(timer);
			feed.stop();
		};
	}, [site.id, viewer, filters, address.segment, round]);
	return { ...state, retry: () => setRound((before) => before + 1) };
};
