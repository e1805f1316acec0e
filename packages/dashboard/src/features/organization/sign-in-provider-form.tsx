import { useState } from "preact/hooks";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWrite } from "../../layout/write/use-write.ts";
import { Switch } from "../../ui/form/choice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import {
	addProvider,
	changeProvider,
	type SignInProvider,
} from "../shared/access/organization-provider-api.ts";
import { groupsOf, ROLES, rolesOf } from "./groups-of-roles.ts";

interface FormProps {
	organization: string;
	/** The provider to change; without it, one is added. */
	one?: SignInProvider | undefined;
	onClose(): void;
}

/** Asks for what a provider is registered with. Issuer and domain of a provider stay. */
export const SignInProviderForm = ({ organization, one, onClose }: FormProps) => {
	const texts = useAreaWords("factor").providers;
	const [fields, setFields] = useState({
		...{ name: one?.name ?? "", issuer: "", clientId: one?.clientId ?? "", clientSecret: "" },
		...{ domain: "", scopes: one?.scopes ?? "openid email profile" },
		...{ groupsClaim: one?.groupsClaim ?? "groups", ...groupsOf(one?.roles ?? {}) },
	});
	const [emailsAreVerified, setEmailsAreVerified] = useState(one?.emailsAreVerified ?? false);
	const { isBusy, failure, error, write } = useWrite();
	const hints: Readonly<Partial<Record<keyof typeof fields, string>>> = texts.hints;
	const field = (name: keyof typeof fields, type: "text" | "password" | "url" = "text") => (
		<TextField
			label={texts.fields[name]}
			type={type}
			autocomplete={type === "password" ? "new-password" : "off"}
			hint={one && name === "clientSecret" ? texts.keepSecret : hints[name]}
			value={fields[name]}
			onInput={({ currentTarget }) => setFields({ ...fields, [name]: currentTarget.value })}
		/>
	);
	const { name, issuer, clientId, clientSecret, domain, scopes, groupsClaim } = fields;
	const needed = [
		name,
		clientId,
		scopes,
		groupsClaim,
		...(one ? [] : [issuer, clientSecret, domain]),
	];
	const save = async () => {
		const shared = {
			...{ name: name.trim(), clientId: clientId.trim(), scopes: scopes.trim() },
			...{ groupsClaim: groupsClaim.trim(), roles: rolesOf(fields), emailsAreVerified },
		};
		if (one)
			await changeProvider(organization, one.id, {
				...shared,
				...(clientSecret !== "" && { clientSecret }),
			});
		else
			await addProvider(organization, {
				...{ ...shared, clientSecret, issuer: issuer.trim() },
				domain: domain.trim().toLowerCase(),
			});
		onClose();
	};
	const refusals: Readonly<Record<string, string>> = {
		DOMAIN_CLAIMED: texts.claimed,
		DOMAIN_HAS_PROVIDER: texts.hasProvider,
	};
	return (
		<FormDialog
			title={one ? texts.changeOf(one.name) : texts.add}
			action={one ? texts.save : texts.add}
			isReady={!isBusy && needed.every((text) => text.trim() !== "")}
			error={refusals[failure?.code ?? ""] ?? error}
			onClose={onClose}
			onSubmit={() => void write(save)}
		>
			{field("name")}
			{!one && field("issuer", "url")}
			{field("clientId")}
			{field("clientSecret", "password")}
			{!one && field("domain")}
			<p class="sec">{texts.groupsText}</p>
			{ROLES.map((role) => field(role))}
			{field("groupsClaim")}
			{field("scopes")}
			<Switch
				label={texts.emailsAreVerified}
				isOn={emailsAreVerified}
				onChange={setEmailsAreVerified}
			/>
		</FormDialog>
	);
};
