import { useEffect, useState } from "preact/hooks";
import { acceptInvitation, useInvitation } from "../../api/mailed-links.ts";
import { type SignedIn, signOut, useSession } from "../../api/session.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { failureText } from "../../layout/report-failure.tsx";
import { useAddress } from "../../router/use-address.ts";
import { Banner } from "../../ui/banner.tsx";
import { Brand, PlainPage } from "../../ui/brand.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { SkeletonBlock } from "../../ui/card-state.tsx";
import css from "./login.module.css";
import { mailedToken } from "./mailed-token.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import { useSubmit } from "./use-submit.ts";

/** Signs in or signs up as the invited person. */
const Entrance = ({ token }: { token: string }) => {
	const texts = useAreaWords("entry").invitation;
	const { go } = useAddress();
	const [isNew, setIsNew] = useState(false);
	return (
		<>
			<Banner>{texts.text}</Banner>
			{isNew ? (
				<SignUpForm
					title={texts.signUp}
					invitationId={token}
					onDone={() => go("/sites", { replaces: true })}
				/>
			) : (
				<SignInForm title={texts.signIn} onSignedIn={() => {}} />
			)}
			<button type="button" class="link" onClick={() => setIsNew(!isNew)}>
				{isNew ? texts.hasAccount : texts.noAccount}
			</button>
		</>
	);
};

/** The invitation, or why the signed-in person cannot accept it. */
const Offer = ({ token, person }: { token: string; person: SignedIn }) => {
	const words = useWords();
	const texts = useAreaWords("entry").invitation;
	const { go, linkTo } = useAddress();
	const report = useInvitation(token, false);
	const { isBusy, error, submit } = useSubmit(async () => {
		await acceptInvitation(token);
		go("/sites", { replaces: true });
	});
	const { failure, data } = report;
	if (failure?.status === 403)
		return (
			<div class={css["form"]}>
				<h1>{texts.title}</h1>
				<p class="sec">{texts.other(person.email)}</p>
				<Button kind="main" onClick={() => void signOut()}>
					{texts.useOther}
				</Button>
			</div>
		);
	if (failure && !failure.isPassing)
		return (
			<div class={css["form"]}>
				<h1>{texts.gone}</h1>
				<p class="sec">{texts.goneText}</p>
				<LinkButton href={linkTo({ to: "sites" })}>{words.trouble.toSites}</LinkButton>
			</div>
		);
	if (failure)
		return (
			<div class={css["form"]}>
				<h1>{texts.title}</h1>
				<Banner tone="bad">{Object.values(failureText(failure, words)).join(" ")}</Banner>
				<Button onClick={report.retry}>{words.card.retry}</Button>
			</div>
		);
	if (!data) return <SkeletonBlock height={10} />;
	const role = Object.entries(texts.roles).find(([name]) => name === data.role)?.[1];
	return (
		<div class={css["form"]}>
			<h1>{texts.title}</h1>
			<p>
				{data.organization === undefined ? texts.toSome : texts.to(data.organization)}{" "}
				{data.invitedBy !== undefined && texts.by(data.invitedBy)}{" "}
				{role !== undefined && texts.as(role)}
			</p>
			{error && <Banner tone="bad">{error}</Banner>}
			<Button kind="main" disabled={isBusy} onClick={() => void submit()}>
				{texts.accept}
			</Button>
		</div>
	);
};

/** The page that the link in an invitation opens. */
const Invitation = () => {
	const words = useWords();
	const texts = useAreaWords("entry");
	const { linkTo } = useAddress();
	const [token] = useState(() => mailedToken(location.hash));
	const session = useSession();
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
			) : session.data ? (
				<Offer token={token} person={session.data} />
			) : session.data === null ? (
				<Entrance token={token} />
			) : (
				<SkeletonBlock height={10} />
			)}
		</PlainPage>
	);
};

export default Invitation;
