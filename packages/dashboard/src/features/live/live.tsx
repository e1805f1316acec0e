import { useState } from "preact/hooks";
import { countText } from "../../format/number.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { useAddress } from "../../router/use-address.ts";
import { Button } from "../../ui/button.tsx";
import type { LiveEvent } from "./event-list.ts";
import { EventStream } from "./event-stream.tsx";
import css from "./live.module.css";
import { NowLists } from "./now-lists.tsx";
import { NowPanel } from "./now-panel.tsx";
import { useLiveFeed } from "./use-live-feed.ts";

/** How often figures are refetched, in ms. */
const EVERY_MS = 10_000;

/** What was visible when the page was paused. */
interface Pause {
	events: readonly LiveEvent[] | undefined;
	arrived: number;
}

/** Who is on the site now, and what they do. */
const Live = () => {
	const { words, locale } = useWording();
	const live = useAreaWords("live");
	const { address } = useAddress();
	const { site } = useSiteView();
	const feed = useLiveFeed();
	const [pause, setPause] = useState<Pause | undefined>();
	const isFiltered = address.filters.length > 0 || address.segment !== undefined;
	const everyMs = pause ? undefined : EVERY_MS;
	const waiting = pause ? Math.max(0, feed.arrived - pause.arrived) : 0;
	return (
		<>
			<PageHead
				title={words.page.live}
				of={site.domain}
				hasFilters
				hasRange={false}
				actions={
					<Button
						kind="tool"
						aria-pressed={pause !== undefined}
						onClick={() =>
							setPause(pause ? undefined : { events: feed.events, arrived: feed.arrived })
						}
					>
						<svg class={css["icon"]} viewBox="0 0 16 16" aria-hidden="true">
							<path d={pause ? "M5 3.5v9l7-4.5z" : "M5.5 3.5v9M10.5 3.5v9"} />
						</svg>
						{waiting > 0 ? live.pausedWith(countText(waiting, locale)) : live.pause}
					</Button>
				}
			/>
			<NowPanel everyMs={everyMs} isFiltered={isFiltered} />
			<div class={css["columns"]}>
				<EventStream
					feed={feed}
					events={pause ? pause.events : feed.events}
					isPaused={pause !== undefined}
					isFiltered={isFiltered}
				/>
				<div class={css["lists"]}>
					<NowLists everyMs={everyMs} />
				</div>
			</div>
		</>
	);
};

export default Live;
