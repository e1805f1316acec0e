import { useEffect, useRef, useState } from "preact/hooks";
import { answerOf, apiHref, client } from "../../api/client.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { EMAIL } from "./email-form.ts";
import css from "./login.module.css";
import { returnPath } from "./return-path.ts";
import { useSubmit } from "./use-submit.ts";

/** Finds the provider of an organization by the domain of the address, and goes there. */
export const CompanySignIn = () => {
	const { single } = useAreaWords("factor");
	const { login } = useAreaWords("start");
	const [isOpen, setIsOpen] = useState(false);
	const form = useRef<HTMLFormElement>(null);
	// The button that had the focus is gone.
	useEffect(() => {
		if (isOpen) form.current?.querySelector("input")?.focus();
	}, [isOpen]);
	const [email, setEmail] = useState("");
	const { isBusy, error, submit, setError } = useSubmit(async () => {
		const body = { email: email.trim() };
		const { provider } = await answerOf(client.POST("/api/sign-in/provider", { body }));
		if (!provider) return setError(single.noProvider);
		const to = returnPath(location.search);
		location.assign(apiHref(provider.path, { to }));
	});
	if (!isOpen)
		return (
			<button type="button" class="link" onClick={() => setIsOpen(true)}>
				{single.company}
			</button>
		);
	return (
		<form
			ref={form}
			class={css["form"]}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				if (EMAIL.test(email.trim())) void submit();
				else setError(login.needEmail);
			}}
		>
			<TextField
				label={single.companyEmail}
				type="email"
				autocomplete="username"
				value={email}
				error={error}
				onInput={({ currentTarget }) => setEmail(currentTarget.value)}
			/>
			<Button kind="main" type="submit" disabled={isBusy}>
				{single.goOn}
			</Button>
		</form>
	);
};
