import { useState } from "preact/hooks";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWrite } from "../../layout/write/use-write.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Badge } from "../../ui/form/choice.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import accessCss from "../shared/access/access.module.css";
import { useIsInstanceAdmin } from "../shared/access/instance-admin.ts";
import {
	removeProvider,
	type SignInProvider,
	useSignInProviders,
	verifyProvider,
} from "../shared/access/organization-provider-api.ts";
import { ReportPanel } from "../shared/report/report-panel.tsx";
import { Confirm } from "../shared/write/confirm.tsx";
import css from "./organization.module.css";
import { SignInProviderForm } from "./sign-in-provider-form.tsx";

interface ProviderProps {
	organization: string;
	one: SignInProvider;
}

/** What is left to do until people can sign in: the record, and the check. */
const Verification = ({ organization, one }: ProviderProps) => {
	const texts = useAreaWords("factor").providers;
	const { isBusy, failure, error, write } = useWrite();
	const mayVouch = useIsInstanceAdmin().data === true;
	const verify = (isVouchedFor: boolean) =>
		write(async () => {
			await verifyProvider(organization, one.id, isVouchedFor);
			toast(texts.isVerified);
		});
	const refusals: Readonly<Record<string, string>> = {
		DOMAIN_NOT_VERIFIED: texts.notYet,
		DOMAIN_CLAIMED: texts.claimed,
	};
	return (
		<>
			<p class="sec">{texts.record}</p>
			<dl class={css["facts"]}>
				<dt>{texts.recordName}</dt>
				<dd class="mono">{one.record.name}</dd>
				<dt>{texts.recordValue}</dt>
				<dd class="mono">{one.record.value}</dd>
			</dl>
			{error && <Banner tone="bad">{refusals[failure?.code ?? ""] ?? error}</Banner>}
			<div class="row wrap">
				<Button disabled={isBusy} onClick={() => void verify(false)}>
					{texts.verify}
				</Button>
				{mayVouch && (
					<Button kind="quiet" disabled={isBusy} onClick={() => void verify(true)}>
						{texts.vouch}
					</Button>
				)}
			</div>
		</>
	);
};

const Provider = ({ organization, one }: ProviderProps) => {
	const texts = useAreaWords("factor").providers;
	const [dialog, setDialog] = useState<"change" | "remove">();
	const close = () => setDialog(undefined);
	return (
		<div class={accessCss["policy"]}>
			<div class="row wrap">
				<b>{one.name}</b> <span class="sec">{one.domain}</span>
				<Badge tone={one.isVerified ? "good" : "warn"}>
					{one.isVerified ? texts.verified : texts.unverified}
				</Badge>
				<span class="end row">
					<Button aria-label={texts.changeOf(one.name)} onClick={() => setDialog("change")}>
						{texts.change}
					</Button>
					<Button aria-label={texts.removeOf(one.name)} onClick={() => setDialog("remove")}>
						{texts.remove}
					</Button>
				</span>
			</div>
			<dl class={css["facts"]}>
				<dt>{texts.fields.issuer}</dt>
				<dd class="mono">{one.issuer}</dd>
				<dt>{texts.redirect}</dt>
				<dd class="mono">{one.redirectUri}</dd>
			</dl>
			{!one.isVerified && <Verification organization={organization} one={one} />}
			{dialog === "change" && (
				<SignInProviderForm organization={organization} one={one} onClose={close} />
			)}
			{dialog === "remove" && (
				<Confirm
					title={texts.removeTitle(one.name)}
					action={texts.remove}
					change={async () => {
						await removeProvider(organization, one.id);
						toast(texts.removed);
						close();
					}}
					onClose={close}
				>
					{texts.removeText}
				</Confirm>
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
				aside={
					<Button aria-label={texts.add} onClick={() => setIsAdding(true)}>
						{texts.addShort}
					</Button>
				}
			>
				{(all) =>
					all.length === 0 ? (
						<p class={`${accessCss["policy"]} sec`}>{texts.none}</p>
					) : (
						all.map((one) => <Provider key={one.id} organization={organization} one={one} />)
					)
				}
			</ReportPanel>
			{isAdding && (
				<SignInProviderForm organization={organization} onClose={() => setIsAdding(false)} />
			)}
		</>
	);
};
