import { useState } from "preact/hooks";
import { failureOf } from "../../api/failure.ts";
import { signUp } from "../../api/mailed-links.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { EMAIL } from "./email-form.ts";
import css from "./login.module.css";
import { useSubmit } from "./use-submit.ts";

/** The API's minimum. */
const LEAST_LENGTH = 8;

type FieldName = "name" | "email" | "password";

/** Name, e-mail and password of a new account. */
export const SignUpForm = ({
	title,
	email,
	invitationId,
	onDone,
}: {
	title: string;
	/** The address that was invited. */
	email: string;
	/** The token of the invitation that the account accepts. */
	invitationId: string;
	onDone(): void;
}) => {
	const { login } = useAreaWords("start");
	const { invitation: texts, password: passwordTexts } = useAreaWords("entry");
	const [fields, setFields] = useState({ name: "", email, password: "" });
	const [wrong, setWrong] = useState<FieldName>();
	const { isBusy, error, submit, setError } = useSubmit(async () => {
		try {
			await signUp({
				...fields,
				name: fields.name.trim(),
				email: fields.email.trim(),
				invitationId,
			});
			onDone();
		} catch (thrown) {
			const { status, code } = failureOf(thrown);
			if (status === 422) return setError(texts.known);
			if (status === 403) return setError(texts.text);
			if (code === "INVITATION_NOT_FOUND") return setError(texts.goneText);
			if (code === "EMAIL_PASSWORD_SIGN_UP_DISABLED") return setError(texts.closed);
			throw thrown;
		}
	});
	const find = (): FieldName | undefined => {
		if (fields.name.trim() === "") return "name";
		if (!EMAIL.test(fields.email.trim())) return "email";
		return fields.password.length < LEAST_LENGTH ? "password" : undefined;
	};
	const set =
		(name: FieldName) =>
		({ currentTarget }: { currentTarget: HTMLInputElement }) =>
			setFields({ ...fields, [name]: currentTarget.value });
	return (
		<form
			class={css["form"]}
			noValidate
			aria-labelledby="sign-up"
			onSubmit={(event) => {
				event.preventDefault();
				const found = find();
				setWrong(found);
				if (!found) void submit();
			}}
		>
			<h1 id="sign-up">{title}</h1>
			<TextField
				label={texts.name}
				autocomplete="name"
				maxLength={100}
				value={fields.name}
				error={wrong === "name" ? texts.needName : undefined}
				onInput={set("name")}
			/>
			<TextField
				label={login.email}
				type="email"
				autocomplete="username"
				value={fields.email}
				error={wrong === "email" ? login.needEmail : undefined}
				onInput={set("email")}
			/>
			<TextField
				label={login.password}
				type="password"
				autocomplete="new-password"
				maxLength={128}
				hint={passwordTexts.hint(String(LEAST_LENGTH))}
				value={fields.password}
				error={wrong === "password" ? passwordTexts.tooShort(String(LEAST_LENGTH)) : error}
				onInput={set("password")}
			/>
			<Button kind="main" type="submit" disabled={isBusy}>
				{texts.create}
			</Button>
			<span class="vh" role="status">
				{wrong ? "" : error}
			</span>
		</form>
	);
};
