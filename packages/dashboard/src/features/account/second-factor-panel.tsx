import { useState } from "preact/hooks";
import { useAreaWords } from "../../i18n/areas.ts";
import { useAddress } from "../../router/use-address.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Badge } from "../../ui/form/choice.tsx";
import { Steps } from "../../ui/form/steps.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import { useHasPassword } from "../shared/access/use-has-password.ts";
import { AppSetup } from "../shared/factor/app-setup.tsx";
import {
	invalidateFactor,
	newRecoveryCodes,
	removeApp,
	useSecondFactor,
} from "../shared/factor/factor-api.ts";
import { OwnPasswordField } from "../shared/factor/own-password-field.tsx";
import { Passkeys } from "../shared/factor/passkeys.tsx";
import { RecoveryCodes } from "../shared/factor/recovery-codes.tsx";
import { useFactorError } from "../shared/factor/use-factor-error.ts";
import { ReportPanel } from "../shared/report/report-panel.tsx";
import css from "./account.module.css";

interface WithPasswordProps {
	title: string;
	text: string;
	action: string;
	change(password: string): Promise<void>;
	onClose(): void;
}

/** A change that needs the password. */
const WithPassword = ({ title, text, action, change, onClose }: WithPasswordProps) => {
	const hasPassword = useHasPassword().data ?? true;
	const [password, setPassword] = useState("");
	const { isBusy, error, write } = useFactorError();
	return (
		<FormDialog
			title={title}
			action={action}
			isReady={!isBusy && (!hasPassword || password !== "")}
			error={hasPassword ? undefined : error}
			onClose={onClose}
			onSubmit={() => void write(() => change(password))}
		>
			<p class="sec">{text}</p>
			{hasPassword && <OwnPasswordField value={password} error={error} onValue={setPassword} />}
		</FormDialog>
	);
};

/** The person's authenticator app, recovery codes and passkeys. */
export const SecondFactorPanel = () => {
	const words = useAreaWords("factor");
	const { linkTo } = useAddress();
	const report = useSecondFactor();
	const hasPassword = useHasPassword().data ?? true;
	const [open, setOpen] = useState<"setup" | "codes" | "remove">();
	const [codes, setCodes] = useState<readonly string[]>();
	const close = () => {
		setOpen(undefined);
		setCodes(undefined);
	};
	/** Esc closes the dialog, too, after the app was set up. */
	const leaveSetup = () => {
		close();
		void invalidateFactor();
	};
	return (
		<ReportPanel label={words.title} title={words.title} report={report}>
			{(factor) => (
				<>
					<ul class={css["rows"]}>
						{(factor.hasApp || factor.passkeys > 0) && !factor.isProved && (
							<li>
								<span>{words.unproved.text}</span>
								<LinkButton
									href={`${linkTo({ to: "account", rest: ["second-factor"] })}?to=/account`}
								>
									{words.unproved.confirm}
								</LinkButton>
							</li>
						)}
						<li>
							<span>
								<span class="row wrap">
									{words.app.name} {factor.hasApp && <Badge tone="good">{words.app.isOn}</Badge>}
									{factor.isRequired && !factor.hasApp && factor.passkeys === 0 && (
										<Badge tone="warn">{words.required}</Badge>
									)}
								</span>
								<span class={css["small"]}>{words.app.text}</span>
							</span>
							<Steps step={open ? undefined : factor.hasApp ? "on" : "off"}>
								{factor.hasApp ? (
									<>
										<Button onClick={() => setOpen("codes")}>{words.app.newCodes}</Button>
										<Button onClick={() => setOpen("remove")}>{words.app.remove}</Button>
									</>
								) : (
									<Button kind="main" onClick={() => setOpen("setup")}>
										{words.app.setUp}
									</Button>
								)}
							</Steps>
						</li>
						<li>
							<span>
								<Passkeys factor={factor} />
							</span>
						</li>
					</ul>
					{open === "setup" && (
						<Dialog title={words.app.setUp} onClose={leaveSetup}>
							<AppSetup hasPassword={hasPassword} onDone={leaveSetup} onCancel={leaveSetup} />
						</Dialog>
					)}
					{open === "remove" && (
						<WithPassword
							title={words.app.removeTitle}
							text={words.app.removeText}
							action={words.app.remove}
							onClose={close}
							change={async (password) => {
								await removeApp(password);
								toast(words.app.removed);
								close();
							}}
						/>
					)}
					{open === "codes" && !codes && (
						<WithPassword
							title={words.app.newCodes}
							text={words.app.newCodesText}
							action={words.app.newCodes}
							onClose={close}
							change={async (password) => setCodes(await newRecoveryCodes(password))}
						/>
					)}
					{codes && (
						<Dialog
							title={words.app.newCodes}
							onClose={close}
							foot={
								<Button kind="main" onClick={close}>
									{words.setup.kept}
								</Button>
							}
						>
							<RecoveryCodes codes={codes} />
						</Dialog>
					)}
				</>
			)}
		</ReportPanel>
	);
};
