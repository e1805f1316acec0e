import { useEffect, useState } from "preact/hooks";
import { requestPasswordReset } from "../../api/sign-in.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { useAddress } from "../../router/use-address.ts";
import { Banner } from "../../ui/banner.tsx";
import { Brand, PlainPage } from "../../ui/brand.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { Steps } from "../../ui/form/steps.tsx";
import { CodeStep } from "./code-step.tsx";
import { CompanySignIn } from "./company-sign-in.tsx";
import { EMAIL } from "./email-form.ts";
import { LinkStep } from "./link-step.tsx";
import css from "./login.module.css";
import { PasskeyButton } from "./passkey-button.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";
import { providerToLink } from "./provider-to-link.ts";
import { RefusedSignIn } from "./refused-sign-in.tsx";
import { returnPath } from "./return-path.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { useSignInWays } from "./sign-in-ways.ts";
import { useSubmit } from "./use-submit.ts";

const ResetForm = ({ onBack }: { onBack(): void }) => {
	const { login } = useAreaWords("start");
	const [email, setEmail] = useState("");
	const [sentTo, setSentTo] = useState<string>();
	const { isBusy, error, submit, setError } = useSubmit(async () => {
		await requestPasswordReset(email.trim());
		setSentTo(email.trim());
	});
	return (
		<form
			class={css["form"]}
			noValidate
			aria-labelledby="reset"
			onSubmit={(event) => {
				event.preventDefault();
				if (EMAIL.test(email.trim())) void submit();
				else setError(login.needEmail);
			}}
		>
			<Steps step={sentTo ? "sent" : "address"}>
				<h1 id="reset">{login.resetTitle}</h1>
				{sentTo && <Banner tone="good">{login.sent(sentTo)}</Banner>}
			</Steps>
			{!sentTo && (
				<>
					<p class="sec">{login.resetText}</p>
					<TextField
						label={login.email}
						type="email"
						autocomplete="username"
						value={email}
						error={error}
						onInput={({ currentTarget }) => setEmail(currentTarget.value)}
					/>
					<Button kind="main" type="submit" disabled={isBusy}>
						{login.send}
					</Button>
				</>
			)}
			<button type="button" class="link" onClick={onBack}>
				{login.backToSignIn}
			</button>
		</form>
	);
};

/** Signs in with e-mail and password, and returns to the previous page. */
const Login = () => {
	const words = useWords();
	const { login } = useAreaWords("start");
	const { go } = useAddress();
	// A sign-in link leads here too, when its account has a second factor.
	const [step, setStep] = useState<"password" | "code" | "reset" | "link">(() =>
		new URLSearchParams(location.search).get("step") === "code" ? "code" : "password",
	);
	const toLink = providerToLink(location.search);
	const leave = () => go(returnPath(location.search), { replaces: true });
	const enter = () => (toLink === undefined ? leave() : setStep("link"));
	const { data: ways, state } = useSignInWays();
	// Without an answer the form is shown; the server refuses what it does not allow.
	const hasPasswords = ways?.passwordSignIn ?? true;
	const hasReturn = new URLSearchParams(location.search).has("to");
	useEffect(() => {
		document.title = `${login.title} · ${words.product}`;
	}, [words]);
	return (
		<PlainPage slim>
			<Brand />
			{hasReturn && <Banner>{login.back}</Banner>}
			<Steps step={step}>
				{step === "reset" && <ResetForm onBack={() => setStep("password")} />}
				{step === "code" && <CodeStep onSignedIn={enter} onBack={() => setStep("password")} />}
				{step === "link" && toLink !== undefined && (
					<LinkStep providerId={toLink} providers={ways?.providers ?? []} onSkipped={leave} />
				)}
				{step === "password" && (
					<>
						{state !== "loading" && <RefusedSignIn providers={ways?.providers ?? []} />}
						{hasPasswords && (
							<>
								<SignInForm
									onSignedIn={enter}
									onFactorAsked={() => setStep("code")}
									onForgotten={() => setStep("reset")}
								/>
								<PasskeyButton onSignedIn={enter} />
							</>
						)}
						{ways && <ProviderButtons providers={ways.providers} />}
						{ways?.hasOrganizationProviders && <CompanySignIn />}
					</>
				)}
			</Steps>
			<p class={css["hint"]}>
				{login.noMail} <span class="mono">{login.command}</span>.
			</p>
		</PlainPage>
	);
};

export default Login;
