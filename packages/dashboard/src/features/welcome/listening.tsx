import { useEffect, useState } from "preact/hooks";
import { answerOf, client } from "../../api/client.ts";
import { useReport } from "../../api/use-report.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { joinIsolated } from "../../i18n/isolated.ts";
import { useWording } from "../../i18n/language.ts";
import { valueText } from "../../layout/text/filter-text.ts";
import { useAddress } from "../../router/use-address.ts";
import { Banner } from "../../ui/banner.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { LiveDot } from "../../ui/form/choice.tsx";
import { Reasons } from "../shared/install/reasons.tsx";

const POLL_MS = 1000;
const PATIENCE_MS = 60_000;

export interface SiteToStart {
	id: string;
	name: string;
	domain: string;
	organizationId: string;
}

/** The newest event of a site; undefined before the first. Polled every second until then. */
export const useFirstVisit = (site: string | undefined) => {
	const [isThere, setIsThere] = useState(false);
	const report = useReport({
		key: ["first-visit", site],
		isOff: site === undefined || isThere,
		everyMs: POLL_MS,
		keepsPrevious: false,
		fetch: async (signal) => {
			const { data } = await answerOf(
				client.GET("/api/sites/{site}/events", {
					params: { path: { site: site ?? "" }, query: { page_size: "1" } },
					signal,
				}),
			);
			return data[0] ?? null;
		},
	});
	useEffect(() => {
		if (report.data) setIsThere(true);
	}, [report.data]);
	return report.data ?? undefined;
};
export type FirstVisit = NonNullable<ReturnType<typeof useFirstVisit>>;

const clockText = (ms: number) => {
	const seconds = Math.floor(ms / 1000);
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

interface ArrivedProps {
	site: SiteToStart;
	visit: FirstVisit;
	mayInvite: boolean;
}

/** The first visit, with a link to the overview. */
export const Arrived = ({ site, visit, mayInvite }: ArrivedProps) => {
	const wording = useWording();
	const start = useAreaWords("start");
	const { linkTo } = useAddress();
	const country = visit.country ? valueText("country", visit.country, wording) : "";
	const browser = joinIsolated([visit.browser, visit.operating_system], ", ");
	return (
		<>
			<Banner tone="good">
				<p>{start.welcome.firstFrom(visit.pathname || "/", country, browser)}</p>
			</Banner>
			<div class="row wrap">
				<LinkButton
					kind="main"
					href={linkTo({ to: "site", site: site.id, page: "overview", rest: [] })}
				>
					{start.welcome.toOverview}
				</LinkButton>
				{mayInvite && (
					<LinkButton
						kind="quiet"
						href={linkTo({ to: "organization", rest: [site.organizationId, "invitations"] })}
					>
						{start.welcome.invite}
					</LinkButton>
				)}
			</div>
		</>
	);
};

/** Waits for the first visit, names what arrives without being counted, and after a minute why nothing may arrive. */
export const Listening = ({ site }: { site: SiteToStart }) => {
	const start = useAreaWords("start");
	const [startedAt] = useState(Date.now);
	const [now, setNow] = useState(startedAt);
	useEffect(() => {
		const timer = setInterval(() => setNow(Date.now()), 1000);
		return () => clearInterval(timer);
	}, []);
	const isLocal = site.domain === "localhost" || site.domain.endsWith(".localhost");
	return (
		<>
			<p class="sec">
				<a
					class="link"
					href={`${isLocal ? "http" : "https"}://${site.domain}/`}
					target="_blank"
					rel="noopener"
				>
					{start.welcome.openSite(site.domain)}
				</a>
				{". "}
				{start.welcome.openText("2")}
			</p>
			<p class="row">
				<span role="status">
					<LiveDot isOn>{start.welcome.listening}</LiveDot>
				</span>
				<span class="mut" aria-hidden="true">
					{clockText(now - startedAt)}
				</span>
			</p>
			<Reasons site={site.id} isExpected={now - startedAt >= PATIENCE_MS} />
		</>
	);
};
