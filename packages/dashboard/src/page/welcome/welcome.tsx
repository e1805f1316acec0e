import { useEffect, useState } from "preact/hooks";
import { useAddress } from "../../address/use-address.ts";
import { apiHref } from "../../api/client.ts";
import { failureOf, type RequestFailure } from "../../api/failure.ts";
import { signInWithLink, useSession } from "../../api/session.ts";
import { type OwnOrganization, useOrganizations } from "../../api/sites.ts";
import { Brand, PlainPage } from "../../part/brand.tsx";
import { LinkButton } from "../../part/button.tsx";
import { SkeletonBlock } from "../../part/card-state.tsx";
import { CodeBlock } from "../../part/copy.tsx";
import { Panel } from "../../part/panel.tsx";
import { failureText, ReportFailure } from "../../shell/report-failure.tsx";
import { useWords } from "../../words/language.ts";
import { ExampleTraffic } from "../example/example-traffic.tsx";
import type { SiteToStart } from "./listening.tsx";
import { Steps } from "./steps.tsx";
import css from "./welcome.module.css";

/** The token of a printed link. It leaves the address at once, so that neither history nor a shared screen keeps it. */
const takeToken = (): string | undefined => {
	const token = location.hash.slice(1);
	if (token === "") return undefined;
	history.replaceState(null, "", location.pathname + location.search);
	return token;
};

/** Swaps the token of the address for a session, once. */
const useLink = () => {
	const [token] = useState(takeToken);
	const [state, setState] = useState<"none" | "swapping" | "done" | RequestFailure>(
		token === undefined ? "none" : "swapping",
	);
	useEffect(() => {
		if (token === undefined) return;
		signInWithLink(token).then(
			() => setState("done"),
			(error: unknown) => setState(failureOf(error)),
		);
	}, [token]);
	return state;
};

const BadLink = ({ failure }: { failure: RequestFailure }) => {
	const words = useWords();
	const { linkTo } = useAddress();
	// Without an answer nobody knows about the link; with one, it is used, late or unknown.
	const isRefused = failure.kind === "refused" && failure.status < 500 && failure.status !== 429;
	const { message, help } = failureText(failure, words);
	const isLate = failure.code === "SIGN_IN_LINK_EXPIRED";
	const title = !isRefused
		? words.welcome.badTitle
		: isLate
			? words.welcome.lateTitle
			: words.welcome.usedTitle;
	return (
		<>
			<h1>{title}</h1>
			<Panel label={title} isPadded>
				<div class="col">
					<p class="sec">{isRefused ? words.welcome.usedText : `${message} ${help}`}</p>
					{isRefused && <CodeBlock code={words.login.command} />}
					<div>
						<LinkButton href={linkTo({ to: "login" })}>{words.welcome.signInByMail}</LinkButton>
					</div>
				</div>
			</Panel>
		</>
	);
};

/** Sites that the product made for looking around. */
const NOT_OWN = ["demo.localhost", "example.localhost"];

/** The site to begin with: the one that the address names, else the first that the product did not make. */
const siteToStart = (
	organizations: readonly OwnOrganization[],
	wanted: string | null,
): SiteToStart | undefined => {
	const sites = organizations.flatMap((organization) =>
		organization.sites.map((site) => ({ ...site, organizationId: organization.id })),
	);
	return (
		sites.find(({ id }) => id === wanted) ?? sites.find(({ domain }) => !NOT_OWN.includes(domain))
	);
};

const FirstRun = () => {
	const words = useWords();
	const { go } = useAddress();
	const report = useOrganizations(false);
	if (report.failure && !report.data)
		return (
			<Panel label={words.welcome.title}>
				<ReportFailure report={report} />
			</Panel>
		);
	if (!report.data) return <SkeletonBlock height={20} />;
	const wanted = new URLSearchParams(location.search).get("site");
	const site = siteToStart(report.data, wanted);
	const own = report.data.find(({ role }) => role !== "member");
	return (
		<>
			<Steps
				site={site}
				organizationId={own?.id}
				onSite={(id) => go(`/welcome?site=${id}`, { replaces: true })}
			/>
			<div class={css["aside"]}>
				{own && <ExampleTraffic organizationId={own.id} before={words.welcome.noSite} />}
				<p class="sec">
					{!own && `${words.welcome.noSite} `}
					<a class="link" href={apiHref("/demo")} target="_blank" rel="noopener">
						{words.welcome.demoPage}
					</a>
				</p>
			</div>
		</>
	);
};

/** The first run: from nothing to the first visit on screen. */
const Welcome = () => {
	const words = useWords();
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
						{words.welcome.signInInstead}
					</a>
				)}
			</div>
			{typeof link === "object" ? (
				<BadLink failure={link} />
			) : (
				<>
					<div class="col">
						<h1 class={css["title"]}>{words.welcome.title}</h1>
						<p class="sec">{words.welcome.text}</p>
					</div>
					{link === "swapping" && <p role="status">{words.welcome.swapping}</p>}
					{isSignedIn ? <FirstRun /> : <SkeletonBlock height={20} />}
				</>
			)}
		</PlainPage>
	);
};

export default Welcome;
