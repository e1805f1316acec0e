import { useEffect, useState } from "preact/hooks";
import { failureOf } from "../../api/failure.ts";
import { setNewPassword } from "../../api/mailed-links.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { useAddress } from "../../router/use-address.ts";
import { Banner } from "../../ui/banner.tsx";
import { Brand, PlainPage } from "../../ui/brand.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { Steps } from "../../ui/form/steps.tsx";
import css from "./login.module.css";
import { mailedToken } from "./mailed-token.ts";
import { useSubmit } from "./use-submit.ts";

/** The API's minimum. */
const LEAST_LENGTH = 8;

const Form = ({ token, onDone }: { token: string; onDone(): void }) => {
	const texts = useAreaWords("entry").password;
	const [password, setPassword] = useState("");
	const { isBusy, error, submit, setError } = useSubmit(async () => {
		try {
			await setNewPassword(token, password);
		} catch (thrown) {
			if (failureOf(thrown).code === "INVALID_TOKEN") return setError(texts.bad);
			throw thrown;
		}
		onDone();
	});
	return (
		<form
			class={css["form"]}
			noValidate
			aria-labelledby="new-password"
			onSubmit={(event) => {
				event.preventDefault();
				if (password.length < LEAST_LENGTH) setError(texts.tooShort(String(LEAST_LENGTH)));
				else void submit();
			}}
		>
			<h1 id="new-password">{texts.title}</h1>
			<TextField
				label={texts.label}
				type="password"
				autocomplete="new-password"
				maxLength={128}
				hint={texts.hint(String(LEAST_LENGTH))}
				value={password}
				error={error}
				onInput={({ currentTarget }) => setPassword(currentTarget.value)}
			/>
			<Button kind="main" type="submit" disabled={isBusy}>
				{texts.set}
			</Button>
			<span class="vh" role="status">
				{error}
			</span>
		</form>
	);
};

/** The page that the link in a password-reset e-mail opens. */
const NewPassword = () => {
	const words = useWords();
	const texts = useAreaWords("entry");
	const { linkTo } = useAddress();
	const [token] = useState(() => mailedToken(location.hash));
	const [isDone, setIsDone] = useState(false);
	useEffect(() => {
		document.title = `${texts.password.title} · ${words.product}`;
	}, [texts, words]);
	return (
		<PlainPage slim>
			<Brand />
			<Steps step={isDone ? "done" : "form"}>
				{isDone || token === "" ? (
					<div class={css["form"]}>
						<h1>{isDone ? texts.password.done : texts.noToken}</h1>
						{isDone ? (
							<Banner tone="good">{texts.password.doneText}</Banner>
						) : (
							<p class="sec">{texts.noTokenText}</p>
						)}
						<LinkButton kind="main" href={linkTo({ to: "login" })}>
							{texts.toSignIn}
						</LinkButton>
					</div>
				) : (
					<Form token={token} onDone={() => setIsDone(true)} />
				)}
			</Steps>
		</PlainPage>
	);
};

export default NewPassword;
