import { useEffect, useState } from "preact/hooks";
import type { RequestFailure } from "../../api/failure.ts";
import { acceptInvitation, type ReadInvitation, useInvitation } from "../../api/mailed-links.ts";
import { type SignedIn, signOut, useSession } from "../../api/session.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { failureText } from "../../layout/report-failure.tsx";
import { useAddress } from "../../router/use-address.ts";
import { Banner } from "../../ui/banner.tsx";
import { Brand, PlainPage } from "../../ui/brand.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { SkeletonBlock } from "../../ui/card-state.tsx";
import { Steps } from "../../ui/form/steps.tsx";
import { CodeStep } from "./code-step.tsx";
import css from "./login.module.css";
import { mailedToken } from "./mailed-token.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import { useSubmit } from "./use-submit.ts";

/** The organization, who invited, and the role. */
const OfferText = ({ offer }: { offer: ReadInvitation }) => {
	const texts = useAreaWords("entry").invitation;
	const role = Object.entries(texts.roles).find(([name]) => name === offer.role)?.[1];
	return (
		<>
			{texts.to(offer.organizationName)} {texts.by(offer.inviterName, offer.inviterEmail)}{" "}
			{role !== undefined && texts.as(role)}
		</>
	);
};

interface OfferProps {
	token: string;
	offer: ReadInvitation;
}

/** Signs in or signs up as the invited person. */
const Entrance = ({ token, offer }: OfferProps) => {
	const texts = useAreaWords("entry").invitation;
	const { go } = useAddress();
	const [isNew, setIsNew] = useState(false);
	const [isFactorAsked, setIsFactorAsked] = useState(false);
	if (isFactorAsked)
		return <CodeStep onSignedIn={() => {}} onBack={() => setIsFactorAsked(false)} />;
	return (
		<Steps step={isNew ? "new" : "known"}>
			<Banner>
				<OfferText offer={offer} />
			</Banner>
			{isNew ? (
				<SignUpForm
					title={texts.signUp}
					email={offer.email}
					invitationId={token}
					onDone={() => go("/sites", { replaces: true })}
				/>
			) : (
				<SignInForm
					title={texts.signIn}
					email={offer.email}
					onSignedIn={() => {}}
					onFactorAsked={() => setIsFactorAsked(true)}
				/>
			)}
			<button type="button" class="link" onClick={() => setIsNew(!isNew)}>
				{isNew ? texts.hasAccount : texts.noAccount}
			</button>
		</Steps>
	);
};

/** The invitation, or that the signed-in person is not the one invited. */
const Offer = ({ token, offer, person }: OfferProps & { person: SignedIn }) => {
	const texts = useAreaWords("entry").invitation;
	const { go } = useAddress();
	const { isBusy, error, submit } = useSubmit(async () => {
		await acceptInvitation(token);
		go("/sites", { replaces: true });
	});
	const isOther = person.email.toLowerCase() !== offer.email.toLowerCase();
	return (
		<div class={css["form"]}>
			<h1>{texts.title}</h1>
			<p class={isOther ? "sec" : undefined}>
				{isOther ? texts.other(person.email, offer.email) : <OfferText offer={offer} />}
			</p>
			{error && <Banner tone="bad">{error}</Banner>}
			{isOther ? (
				<Button kind="main" onClick={() => void signOut()}>
					{texts.useOther}
				</Button>
			) : (
				<Button kind="main" disabled={isBusy} onClick={() => void submit()}>
					{texts.accept}
				</Button>
			)}
		</div>
	);
};

/** Why there is nothing to accept. */
const Closed = ({ failure, retry }: { failure: RequestFailure; retry(): void }) => {
	const words = useWords();
	const texts = useAreaWords("entry").invitation;
	const { linkTo } = useAddress();
	if (failure.isPassing)
		return (
			<div class={css["form"]}>
				<h1>{texts.title}</h1>
				<Banner tone="bad">{Object.values(failureText(failure, words)).join(" ")}</Banner>
				<Button onClick={retry}>{words.card.retry}</Button>
			</div>
		);
	const reason = Object.entries(texts.closedBy).find(([code]) => code === failure.code)?.[1];
	return (
		<div class={css["form"]}>
			<h1>{texts.gone}</h1>
			<p class="sec">{reason ?? texts.goneText}</p>
			<LinkButton href={linkTo({ to: "sites" })}>{words.trouble.toSites}</LinkButton>
		</div>
	);
};

/** The invitation of a token, for whoever is signed in or not. */
const Invited = ({ token }: { token: string }) => {
	const session = useSession();
	const [offer, setOffer] = useState<ReadInvitation>();
	// Once read, it stays: accepting closes it, which is no news to the person who accepts.
	const report = useInvitation(token, offer !== undefined);
	useEffect(() => {
		if (report.data) setOffer(report.data);
	}, [report.data]);
	if (!offer && report.failure) return <Closed failure={report.failure} retry={report.retry} />;
	if (!offer || session.data === undefined) return <SkeletonBlock height={10} />;
	return (
		<Steps step={session.data === null ? "enter" : "accept"}>
			{session.data === null ? (
				<Entrance token={token} offer={offer} />
			) : (
				<Offer token={token} offer={offer} person={session.data} />
			)}
		</Steps>
	);
};

/** The page that the link in an invitation opens. */
const Invitation = () => {
	const words = useWords();
	const texts = useAreaWords("entry");
	const { linkTo } = useAddress();
	const [token] = useState(() => mailedToken(location.hash));
	useEffect(() => {
		document.title = `${texts.invitation.title} · ${words.product}`;
	}, [texts, words]);
	return (
		<PlainPage slim>
			<Brand />
			{token === "" ? (
				<div class={css["form"]}>
					<h1>{texts.noToken}</h1>
					<p class="sec">{texts.noTokenText}</p>
					<LinkButton href={linkTo({ to: "home" })}>{texts.toSignIn}</LinkButton>
				</div>
			) : (
				<Invited token={token} />
			)}
		</PlainPage>
	);
};

export default Invitation;
