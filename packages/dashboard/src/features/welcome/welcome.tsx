import { useEffect, useState } from "preact/hooks";
import { apiHref } from "../../api/client.ts";
import { failureOf, type RequestFailure } from "../../api/failure.ts";
import { useOwnSites } from "../../api/own-sites.ts";
import { useSession } from "../../api/session.ts";
import { signInWithLink } from "../../api/sign-in.ts";
import { isAdministrator, useMemberships } from "../../api/sites.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { failureText, ReportFailure } from "../../layout/report-failure.tsx";
import { useAddress } from "../../router/use-address.ts";
import { Brand, PlainPage } from "../../ui/brand.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { SkeletonBlock } from "../../ui/card-state.tsx";
import { CodeBlock } from "../../ui/copy.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ExampleTraffic } from "../shared/install/example-traffic.tsx";
import type { SiteToStart } from "./listening.tsx";
import { Steps } from "./steps.tsx";
import css from "./welcome.module.css";
import { wizardPlaceOf } from "./wizard-place.ts";

/**
 * The token of a printed link. It is removed from the URL at once, so that neither history nor a shared screen exposes
 * it.
 */
const takeToken = (): string | undefined => {
	const token = location.hash.slice(1);
	if (token === "") return undefined;
	history.replaceState(null, "", location.pathname + location.search);
	return token;
};

/** Exchanges the URL's token for a session, once. */
const useLink = () => {
	const [token] = useState(takeToken);
	const [state, setState] = useState<"none" | "swapping" | "done" | RequestFailure>(
		token === undefined ? "none" : "swapping",
	);
	const { go } = useAddress();
	useEffect(() => {
		if (token === undefined) return;
		signInWithLink(token).then(
			(step) => (step === "done" ? setState("done") : go("/login?step=code", { replaces: true })),
			(error: unknown) => setState(failureOf(error)),
		);
	}, [token]);
	return state;
};

const BadLink = ({ failure }: { failure: RequestFailure }) => {
	const words = useWords();
	const start = useAreaWords("start");
	const { linkTo } = useAddress();
	// Without a response the link's state is unknown; with one, it is used, expired or unknown.
	const isRefused = failure.kind === "refused" && failure.status < 500 && failure.status !== 429;
	const { message, help } = failureText(failure, words);
	const isLate = failure.code === "SIGN_IN_LINK_EXPIRED";
	const title = !isRefused
		? start.welcome.badTitle
		: isLate
			? start.welcome.lateTitle
			: start.welcome.usedTitle;
	return (
		<>
			<h1>{title}</h1>
			<Panel label={title} isPadded>
				<div class="col">
					<p class="sec">{isRefused ? start.welcome.usedText : `${message} ${help}`}</p>
					{isRefused && <CodeBlock code={start.login.command} />}
					<div>
						<LinkButton href={linkTo({ to: "login" })}>{start.welcome.signInByMail}</LinkButton>
					</div>
				</div>
			</Panel>
		</>
	);
};

/** Demo sites that the product created. */
const NOT_OWN = ["demo.localhost", "example.localhost"];

/** The site to set up: the one that the URL names, else the first that is not a demo. */
const useSiteToStart = (wanted: string | undefined) => {
	const first = useOwnSites({});
	const sites = first.data?.data ?? [];
	const isListed = wanted === undefined || sites.some(({ id }) => id === wanted);
	const named = useOwnSites({ site_ids: wanted ?? "" }, isListed || !first.data);
	const site: SiteToStart | undefined =
		[...sites, ...(named.data?.data ?? [])].find(({ id }) => id === wanted) ??
		sites.find(({ domain }) => !NOT_OWN.includes(domain));
	return { reports: isListed ? [first] : [first, named], site };
};

const FirstRun = () => {
	const start = useAreaWords("start");
	// Renders again when the address changes.
	const { go } = useAddress();
	const place = wizardPlaceOf(location.search);
	const organizations = useMemberships(false);
	const { reports, site } = useSiteToStart(place.site);
	const missing = [organizations, ...reports].find(({ data }) => data === undefined);
	const isFactorMissing = missing?.failure?.code === "SECOND_FACTOR_REQUIRED";
	useEffect(() => {
		if (isFactorMissing) go("/account/second-factor?to=/welcome", { replaces: true });
	}, [isFactorMissing]);
	if (missing?.failure)
		return (
			<Panel label={start.welcome.title}>
				<ReportFailure report={missing} />
			</Panel>
		);
	if (missing) return <SkeletonBlock height={20} />;
	const administered = (organizations.data ?? []).filter(({ role }) => isAdministrator(role));
	const own = administered[0];
	const mayConfigure = administered.some(({ id }) => id === site?.organizationId);
	return (
		<>
			<Steps {...{ site, mayConfigure, place }} organizationId={own?.id} />
			<div class={css["aside"]}>
				{own && <ExampleTraffic organizationId={own.id} before={start.welcome.noSite} />}
				<p class="sec">
					{!own && `${start.welcome.noSite} `}
					<a class="link" href={apiHref("/demo")} target="_blank" rel="noopener">
						{start.welcome.demoPage}
					</a>
				</p>
			</div>
		</>
	);
};

/** The first run: from nothing to the first visible visit. */
const Welcome = () => {
	const words = useWords();
	const start = useAreaWords("start");
	const { linkTo, go } = useAddress();
	const link = useLink();
	const session = useSession();
	const isSignedIn = Boolean(session.data) && link !== "swapping";
	const isNobody = link === "none" && session.state === "ready" && session.data === null;
	useEffect(() => {
		document.title = `${words.page.welcome} · ${words.product}`;
	}, [words]);
	useEffect(() => {
		if (isNobody) go("/login", { replaces: true });
	}, [isNobody]);
	return (
		<PlainPage>
			<div class="row">
				<Brand />
				{!isSignedIn && (
					<a class="link end" href={linkTo({ to: "login" })}>
						{start.welcome.signInInstead}
					</a>
				)}
			</div>
			{typeof link === "object" ? (
				<BadLink failure={link} />
			) : (
				<>
					<div class="col">
						<h1 class={css["title"]}>{start.welcome.title}</h1>
						<p class="sec">{start.welcome.text}</p>
					</div>
					{link === "swapping" && <p role="status">{start.welcome.swapping}</p>}
					{isSignedIn ? <FirstRun /> : <SkeletonBlock height={20} />}
				</>
			)}
		</PlainPage>
	);
};

export default Welcome;
