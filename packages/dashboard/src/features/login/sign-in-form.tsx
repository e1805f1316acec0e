import { useState } from "preact/hooks";
import { signIn } from "../../api/sign-in.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { EMAIL } from "./email-form.ts";
import css from "./login.module.css";
import { useSubmit } from "./use-submit.ts";

interface SignInFormProps {
	onSignedIn(): void;
	/** The password was right, and the account has a second factor. */
	onFactorAsked(): void;
	/** A link to reset the password, where available. */
	onForgotten?: () => void;
	/** Replaces the default title. */
	title?: string;
	/** The address, where it is known. */
	email?: string;
}

/** E-mail and password. */
export const SignInForm = ({
	onSignedIn,
	onFactorAsked,
	onForgotten,
	title,
	email: known = "",
}: SignInFormProps) => {
	const { login } = useAreaWords("start");
	const [email, setEmail] = useState(known);
	const [password, setPassword] = useState("");
	const [missing, setMissing] = useState<"email" | "password">();
	const { isBusy, error, submit } = useSubmit(async () => {
		const step = await signIn(email.trim(), password);
		if (step === "done") onSignedIn();
		else onFactorAsked();
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
			<h1 id="sign-in">{title ?? login.title}</h1>
			<TextField
				label={login.email}
				type="email"
				autocomplete="username"
				value={email}
				error={missing === "email" ? login.needEmail : undefined}
				onInput={({ currentTarget }) => setEmail(currentTarget.value)}
			/>
			<TextField
				label={login.password}
				aside={
					onForgotten && (
						<button type="button" class="link" onClick={onForgotten}>
							{login.forgotten}
						</button>
					)
				}
				type="password"
				autocomplete="current-password"
				value={password}
				error={missing === "password" ? login.needPassword : error}
				onInput={({ currentTarget }) => setPassword(currentTarget.value)}
			/>
			<Button kind="main" type="submit" aria-busy={isBusy} disabled={isBusy}>
				{isBusy ? login.signingIn : login.signIn}
			</Button>
			<span class="vh" role="status">
				{missing ? "" : error}
			</span>
		</form>
	);
};
