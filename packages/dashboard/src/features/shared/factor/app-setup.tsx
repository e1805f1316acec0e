import { useState } from "preact/hooks";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWords } from "../../../i18n/language.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/form/field.tsx";
import { Steps } from "../../../ui/form/steps.tsx";
import css from "./factor.module.css";
import { startApp, verifyCode } from "./factor-api.ts";
import { OwnPasswordField } from "./own-password-field.tsx";
import { QrImage } from "./qr-image.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { useFactorError } from "./use-factor-error.ts";

interface StartedApp {
	totpURI: string;
	backupCodes: readonly string[];
}

/** Groups of four, as apps show a key that is typed. */
const readable = (uri: string) =>
	(new URL(uri).searchParams.get("secret") ?? "").replaceAll(/(.{4})(?=.)/g, "$1 ");

interface CancelProps {
	/** Closes the dialog that contains the setup; absent where it is the page. */
	onCancel?: (() => void) | undefined;
}

const Cancel = ({ onCancel }: CancelProps) => {
	const words = useWords();
	return onCancel ? (
		<Button kind="quiet" onClick={onCancel}>
			{words.part.cancel}
		</Button>
	) : null;
};

interface StartProps extends CancelProps {
	hasPassword: boolean;
	onStarted(app: StartedApp): void;
}

const Start = ({ hasPassword, onStarted, onCancel }: StartProps) => {
	const texts = useAreaWords("factor").setup;
	const [password, setPassword] = useState("");
	const { isBusy, error, write } = useFactorError();
	return (
		<form
			class={css["stack"]}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				void write(async () => onStarted(await startApp(password)));
			}}
		>
			<p class="sec">
				{texts.text} {hasPassword && texts.needPassword}
			</p>
			{hasPassword && <OwnPasswordField value={password} error={error} onValue={setPassword} />}
			{!hasPassword && error && <Banner tone="bad">{error}</Banner>}
			<div class="row">
				<Button kind="main" type="submit" disabled={isBusy || (hasPassword && password === "")}>
					{texts.start}
				</Button>
				<Cancel onCancel={onCancel} />
			</div>
		</form>
	);
};

interface FirstCodeProps extends CancelProps {
	uri: string;
	onVerified(): void;
}

const FirstCode = ({ uri, onVerified, onCancel }: FirstCodeProps) => {
	const texts = useAreaWords("factor").setup;
	const [code, setCode] = useState("");
	const { isBusy, error, write } = useFactorError();
	return (
		<form
			class={css["stack"]}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				void write(async () => {
					await verifyCode(code.replaceAll(" ", ""));
					onVerified();
				});
			}}
		>
			<p>{texts.scan}</p>
			<QrImage text={uri} label={texts.qrLabel} />
			<p class="sec">
				{texts.orType} <span class="mono">{readable(uri)}</span>
			</p>
			<TextField
				label={texts.firstCode}
				autocomplete="one-time-code"
				value={code}
				error={error}
				onInput={({ currentTarget }) => setCode(currentTarget.value)}
			/>
			<div class="row">
				<Button kind="main" type="submit" disabled={isBusy || code.trim() === ""}>
					{texts.check}
				</Button>
				<Cancel onCancel={onCancel} />
			</div>
		</form>
	);
};

interface AppSetupProps extends CancelProps {
	hasPassword: boolean;
	onDone(): void;
}

/** Sets up an authenticator app: the password, the QR code, its first code, and the recovery codes. */
export const AppSetup = ({ hasPassword, onDone, onCancel }: AppSetupProps) => {
	const texts = useAreaWords("factor").setup;
	const [started, setStarted] = useState<StartedApp>();
	const [isReady, setIsReady] = useState(false);
	return (
		<Steps step={isReady ? "codes" : started ? "code" : "start"}>
			{!started && <Start hasPassword={hasPassword} onStarted={setStarted} onCancel={onCancel} />}
			{started && !isReady && (
				<FirstCode uri={started.totpURI} onVerified={() => setIsReady(true)} onCancel={onCancel} />
			)}
			{started && isReady && (
				<div class={css["stack"]}>
					<Banner tone="good">{texts.done}</Banner>
					<RecoveryCodes codes={started.backupCodes} />
					<div>
						<Button kind="main" onClick={onDone}>
							{texts.kept}
						</Button>
					</div>
				</div>
			)}
		</Steps>
	);
};
