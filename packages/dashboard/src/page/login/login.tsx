import { useEffect, useState } from "preact/hooks";
import { useAddress } from "../../address/use-address.ts";
import { failureOf } from "../../api/failure.ts";
import { requestPasswordReset, signIn } from "../../api/session.ts";
import { Banner } from "../../part/banner.tsx";
import { Brand, PlainPage } from "../../part/brand.tsx";
import { Button } from "../../part/button.tsx";
import { TextField } from "../../part/field.tsx";
import { failureText } from "../../shell/report-failure.tsx";
import { useAreaWords } from "../../words/areas.ts";
import { useWords } from "../../words/language.ts";
import css from "./login.module.css";
import { returnPath } from "./return-path.ts";

const EMAIL = /^[^@\s]+@[^@\s]+$/;

/** Sends what is typed, and says what went wrong below the field that it is about. */
const useSubmit = (send: () => Promise<void>) => {
	const words = useWords();
	const start = useAreaWords("start");
	const [isBusy, setIsBusy] = useState(false);
	const [error, setError] = useState<string>();
	const submit = async () => {
		setIsBusy(true);
		setError(undefined);
		try {
			await send();
		} catch (thrown) {
			const failure = failureOf(thrown);
			const { message, help } = failureText(failure, words);
			if (failure.status === 401) setError(start.login.wrong);
			else if (failure.status === 429)
				setError(start.login.wait(String(Math.max(1, Math.ceil(failure.retryAfter ?? 10)))));
			else setError(`${message} ${help}`.trim());
		}
		setIsBusy(false);
	};
	return { isBusy, error, submit, setError };
};

const SignInForm = ({ onForgotten }: { onForgotten(): void }) => {
	const start = useAreaWords("start");
	const { go } = useAddress();
	const [email, setEmail] = useState("");
	const [password, setPassword] = useState("");
	const [missing, setMissing] = useState<"email" | "password">();
	const { isBusy, error, submit } = useSubmit(async () => {
		await signIn(email.trim(), password);
		go(returnPath(location.search), { replaces: true });
	});
	return (
		<form
			class={css["form"]}
			noValidate
			aria-labelledby="sign-in"
			onSubmit={(event) => {
				event.preventDefault();
				const lacks = !EMAIL.test(email.trim())
					? "email"
					: password === ""
						? "password"
						: undefined;
				setMissing(lacks);
				if (!lacks) void submit();
			}}
		>
			<h1 id="sign-in">{start.login.title}</h1>
			<TextField
				label={start.login.email}
				type="email"
				autocomplete="username"
				value={email}
				error={missing === "email" ? start.login.needEmail : undefined}
				onInput={({ currentTarget }) => setEmail(currentTarget.value)}
			/>
			<TextField
				label={start.login.password}
				aside={
					<button type="button" class="link" onClick={onForgotten}>
						{start.login.forgotten}
					</button>
				}
				type="password"
				autocomplete="current-password"
				value={password}
				error={missing === "password" ? start.login.needPassword : error}
				onInput={({ currentTarget }) => setPassword(currentTarget.value)}
			/>
			<Button kind="main" type="submit" aria-busy={isBusy} disabled={isBusy}>
				{isBusy ? start.login.signingIn : start.login.signIn}
			</Button>
			<span class="vh" role="status">
				{missing ? "" : error}
			</span>
		</form>
	);
};

const ResetForm = ({ onBack }: { onBack(): void }) => {
	const start = useAreaWords("start");
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
				else setError(start.login.needEmail);
			}}
		>
			<h1 id="reset">{start.login.resetTitle}</h1>
			{sentTo ? (
				<Banner tone="good">{start.login.sent(sentTo)}</Banner>
			) : (
				<>
					<p class="sec">{start.login.resetText}</p>
					<TextField
						label={start.login.email}
						type="email"
						autocomplete="username"
						value={email}
						error={error}
						onInput={({ currentTarget }) => setEmail(currentTarget.value)}
					/>
					<Button kind="main" type="submit" disabled={isBusy}>
						{start.login.send}
					</Button>
				</>
			)}
			<button type="button" class="link" onClick={onBack}>
				{start.login.backToSignIn}
			</button>
		</form>
	);
};

/** Signs in with e-mail and password, and leads back to where one came from. */
const Login = () => {
	const words = useWords();
	const start = useAreaWords("start");
	const [isReset, setIsReset] = useState(false);
	const hasReturn = new URLSearchParams(location.search).has("to");
	useEffect(() => {
		document.title = `${start.login.title} · ${words.product}`;
	}, [words]);
	return (
		<PlainPage slim>
			<Brand />
			{hasReturn && <Banner>{start.login.back}</Banner>}
			{isReset ? (
				<ResetForm onBack={() => setIsReset(false)} />
			) : (
				<SignInForm onForgotten={() => setIsReset(true)} />
			)}
			<p class={css["hint"]}>
				{start.login.noMail} <span class="mono">{start.login.command}</span>.
			</p>
		</PlainPage>
	);
};

export default Login;
