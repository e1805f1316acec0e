import { useState } from "preact/hooks";
import type { SignedIn } from "../../api/session.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWrite } from "../../layout/write/use-write.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import { Panel } from "../../ui/panel.tsx";
import { isEmail } from "../shared/access/is-email.ts";
import css from "./account.module.css";
import { changeEmail, changeName } from "./account-api.ts";
import { Unverified } from "./unverified.tsx";

/** Name and e-mail address. A new address requires the password, if there is one. */
export const Profile = ({ person, hasPassword }: { person: SignedIn; hasPassword: boolean }) => {
	const words = useAreaWords("around");
	const [name, setName] = useState(person.name);
	const [email, setEmail] = useState(person.email);
	const [password, setPassword] = useState("");
	const [isBadEmail, setIsBadEmail] = useState(false);
	const { isBusy, failure, error, write, clear } = useWrite();
	const isMoved = email.trim().toLowerCase() !== person.email;
	const isChanged = isMoved || name.trim() !== person.name;
	const save = () => {
		clear();
		const isBad = isMoved && !isEmail(email);
		setIsBadEmail(isBad);
		if (isBad) return;
		void write(async () => {
			if (isMoved) await changeEmail(email.trim(), hasPassword ? password : undefined);
			if (name.trim() !== person.name) await changeName(name.trim());
			setPassword("");
			setEmail(email.trim().toLowerCase());
			toast(words.account.saved);
		});
	};
	const isWrongPassword = failure?.code === "INVALID_PASSWORD";
	const isTaken = failure?.code === "EMAIL_ALREADY_USED";
	const emailError = isBadEmail ? words.invitations.needEmail : isTaken ? error : undefined;
	return (
		<Panel label={words.account.profile} title={words.account.profile} isPadded>
			<Unverified email={person.email} />
			<form
				class={css["form"]}
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					save();
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
					error={emailError}
					onInput={({ currentTarget }) => setEmail(currentTarget.value)}
				/>
				{isMoved && hasPassword && (
					<TextField
						label={words.account.emailPassword}
						type="password"
						autocomplete="current-password"
						value={password}
						error={isWrongPassword ? words.account.wrongPassword : undefined}
						onInput={({ currentTarget }) => setPassword(currentTarget.value)}
					/>
				)}
				{error && !isWrongPassword && !isTaken && <Banner tone="bad">{error}</Banner>}
				<div>
					<Button type="submit" disabled={isBusy || !isChanged || name.trim() === ""}>
						{words.save}
					</Button>
				</div>
			</form>
		</Panel>
	);
};
