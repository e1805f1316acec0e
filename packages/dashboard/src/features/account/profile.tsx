import { useState } from "preact/hooks";
import { failureOf } from "../../api/failure.ts";
import type { SignedIn } from "../../api/session.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { failureText } from "../../layout/report-failure.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { toast } from "../../ui/toast.tsx";
import { isEmail } from "../shared/access/is-email.ts";
import css from "./account.module.css";
import { changeEmail, changeName } from "./account-api.ts";
import { Unverified } from "./unverified.tsx";

/** Name and address. A new address takes the password, where there is one. */
export const Profile = ({ person, hasPassword }: { person: SignedIn; hasPassword: boolean }) => {
	const frame = useWords();
	const words = useAreaWords("around");
	const [name, setName] = useState(person.name);
	const [email, setEmail] = useState(person.email);
	const [password, setPassword] = useState("");
	const [errors, setErrors] = useState<{ email?: string; password?: string; other?: string }>({});
	const [isBusy, setIsBusy] = useState(false);
	const isMoved = email.trim().toLowerCase() !== person.email;
	const isChanged = isMoved || name.trim() !== person.name;
	const save = async () => {
		if (!isEmail(email) && isMoved) return setErrors({ email: words.invitations.needEmail });
		setErrors({});
		setIsBusy(true);
		try {
			if (isMoved) await changeEmail(email.trim(), hasPassword ? password : undefined);
			if (name.trim() !== person.name) await changeName(name.trim());
			setPassword("");
			setEmail(email.trim().toLowerCase());
			toast(words.account.saved);
		} catch (thrown) {
			const failure = failureOf(thrown);
			const { message, help } = failureText(failure, frame);
			const text = `${message} ${help}`.trim();
			if (failure.code === "INVALID_PASSWORD") setErrors({ password: words.account.wrongPassword });
			else if (failure.code === "EMAIL_ALREADY_USED") setErrors({ email: message });
			else setErrors({ other: text });
		}
		setIsBusy(false);
		return undefined;
	};
	return (
		<Panel label={words.account.profile} title={words.account.profile} isPadded>
			<Unverified email={person.email} />
			<form
				class={css["form"]}
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					void save();
				}}
			>
				<TextField
					label={words.name}
					autocomplete="name"
					value={name}
					maxLength={255}
					onInput={({ currentTarget }) => setName(currentTarget.value)}
				/>
				<TextField
					label={words.email}
					type="email"
					autocomplete="username"
					hint={words.account.emailHint}
					value={email}
					error={errors.email}
					onInput={({ currentTarget }) => setEmail(currentTarget.value)}
				/>
				{isMoved && hasPassword && (
					<TextField
						label={words.account.emailPassword}
						type="password"
						autocomplete="current-password"
						value={password}
						error={errors.password}
						onInput={({ currentTarget }) => setPassword(currentTarget.value)}
					/>
				)}
				{errors.other && <Banner tone="bad">{errors.other}</Banner>}
				<div>
					<Button type="submit" disabled={isBusy || !isChanged || name.trim() === ""}>
						{words.save}
					</Button>
				</div>
			</form>
		</Panel>
	);
};
