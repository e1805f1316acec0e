import { useEffect, useRef, useState } from "preact/hooks";
import { forgetPerson } from "../../api/session.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField, TextField } from "../../ui/form/field.tsx";
import { verifyCode, verifyRecoveryCode } from "../shared/factor/factor-api.ts";
import { useFactorError } from "../shared/factor/use-factor-error.ts";
import css from "./login.module.css";
import { PasskeyButton } from "./passkey-button.tsx";

interface CodeStepProps {
	onSignedIn(): void;
	/** Starts again with the password. */
	onBack(): void;
}

/** The step after the password: a code of the authenticator app, a recovery code, or a passkey. */
export const CodeStep = ({ onSignedIn, onBack }: CodeStepProps) => {
	const texts = useAreaWords("factor").step;
	const { login } = useAreaWords("start");
	const [code, setCode] = useState("");
	const [isRecovery, setIsRecovery] = useState(false);
	const [isRemembered, setIsRemembered] = useState(false);
	const { isBusy, error, write } = useFactorError();
	const form = useRef<HTMLFormElement>(null);
	// The field that had the focus is gone.
	useEffect(() => form.current?.querySelector("input")?.focus(), [isRecovery]);
	const submit = () =>
		write(async () => {
			const typed = code.trim();
			if (isRecovery) await verifyRecoveryCode(typed);
			else await verifyCode(typed.replaceAll(" ", ""), isRemembered);
			await forgetPerson();
			onSignedIn();
		});
	return (
		<>
			<form
				ref={form}
				class={css["form"]}
				noValidate
				aria-labelledby="code-step"
				onSubmit={(event) => {
					event.preventDefault();
					if (code.trim() !== "") void submit();
				}}
			>
				<h1 id="code-step">{texts.title}</h1>
				<TextField
					key={String(isRecovery)}
					label={isRecovery ? texts.recoveryCode : texts.code}
					autocomplete="one-time-code"
					hint={isRecovery ? texts.recoveryHint : texts.codeHint}
					value={code}
					error={error}
					onInput={({ currentTarget }) => setCode(currentTarget.value)}
				/>
				{!isRecovery && (
					<CheckField
						label={texts.remember}
						checked={isRemembered}
						onChange={({ currentTarget }) => setIsRemembered(currentTarget.checked)}
					/>
				)}
				<Button kind="main" type="submit" disabled={isBusy || code.trim() === ""}>
					{login.signIn}
				</Button>
				<button
					type="button"
					class="link"
					onClick={() => {
						setIsRecovery(!isRecovery);
						setCode("");
					}}
				>
					{isRecovery ? texts.useCode : texts.useRecovery}
				</button>
				<button type="button" class="link" onClick={onBack}>
					{login.backToSignIn}
				</button>
			</form>
			<PasskeyButton onSignedIn={onSignedIn} />
			<p class={css["hint"]}>{texts.lost}</p>
		</>
	);
};
