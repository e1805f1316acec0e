import { useState } from "preact/hooks";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWrite } from "../../layout/write/use-write.ts";
import { Button } from "../../ui/button.tsx";
import { Badge } from "../../ui/form/choice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import accessCss from "../shared/access/access.module.css";
import {
	addProvider,
	removeProvider,
	type SignInProvider,
	useSignInProviders,
	verifyProvider,
} from "../shared/access/organization-provider-api.ts";
import { ReportPanel } from "../shared/report/report-panel.tsx";
import { useQuickWrite } from "../shared/write/use-quick-write.ts";

const EMPTY = { name: "", issuer: "", clientId: "", clientSecret: "", domain: "", group: "" };

const NewProvider = ({ organization, onClose }: { organization: string; onClose(): void }) => {
	const texts = useAreaWords("factor").providers;
	const [fields, setFields] = useState(EMPTY);
	const { isBusy, failure, error, write } = useWrite();
	const field = (name: keyof typeof EMPTY, type: "text" | "password" | "url" = "text") => (
		<TextField
			label={texts.fields[name]}
			type={type}
			autocomplete="off"
			hint={texts.hints[name]}
			value={fields[name]}
			onInput={({ currentTarget }) => setFields({ ...fields, [name]: currentTarget.value })}
		/>
	);
	const { group, domain, ...rest } = fields;
	const isReady = !isBusy && domain !== "" && Object.values(rest).every((text) => text !== "");
	return (
		<FormDialog
			title={texts.add}
			action={texts.add}
			isReady={isReady}
			error={failure?.code === "DOMAIN_CLAIMED" ? texts.claimed : error}
			onClose={onClose}
			onSubmit={() =>
				void write(async () => {
					await addProvider(organization, {
						...rest,
						domain: domain.trim().toLowerCase(),
						...(group.trim() !== "" && { roles: { [group.trim()]: "member" } }),
					});
					onClose();
				})
			}
		>
			{field("name")}
			{field("issuer", "url")}
			{field("clientId")}
			{field("clientSecret", "password")}
			{field("domain")}
			{field("group")}
		</FormDialog>
	);
};

const Provider = ({ organization, one }: { organization: string; one: SignInProvider }) => {
	const texts = useAreaWords("factor").providers;
	const quickly = useQuickWrite();
	return (
		<div class={accessCss["policy"]}>
			<div class="row wrap">
				<b>{one.name}</b> <span>{one.domain}</span>{" "}
				<Badge tone={one.isVerified ? "good" : "warn"}>
					{one.isVerified ? texts.verified : texts.unverified}
				</Badge>
				<span class="end row">
					{!one.isVerified && (
						<Button
							onClick={() =>
								void quickly(() => verifyProvider(organization, one.id), texts.isVerified)
							}
						>
							{texts.verify}
						</Button>
					)}
					<Button
						aria-label={texts.removeOf(one.name)}
						onClick={() => void quickly(() => removeProvider(organization, one.id), texts.removed)}
					>
						{texts.remove}
					</Button>
				</span>
			</div>
			<p class="sec">
				{texts.redirect} <span class="mono">{one.redirectUri}</span>
			</p>
			{!one.isVerified && (
				<p class="sec">
					{texts.record} <span class="mono">{one.record.name}</span>{" "}
					<span class="mono">{one.record.value}</span>
				</p>
			)}
		</div>
	);
};

/** The OpenID providers with which people of a mail domain sign in. */
export const SignInProviders = ({ organization }: { organization: string }) => {
	const texts = useAreaWords("factor").providers;
	const report = useSignInProviders(organization);
	const [isAdding, setIsAdding] = useState(false);
	return (
		<>
			<ReportPanel
				label={texts.title}
				title={texts.title}
				report={report}
				rows={1}
				aside={<Button onClick={() => setIsAdding(true)}>{texts.add}</Button>}
			>
				{(all) =>
					all.length === 0 ? (
						<p class={`${accessCss["policy"]} sec`}>{texts.none}</p>
					) : (
						all.map((one) => <Provider key={one.id} organization={organization} one={one} />)
					)
				}
			</ReportPanel>
			{isAdding && <NewProvider organization={organization} onClose={() => setIsAdding(false)} />}
		</>
	);
};
