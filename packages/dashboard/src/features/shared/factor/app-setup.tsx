import { useEffect, useRef, useState } from "preact/hooks";
import { useAreaWords } from "../../../i18n/areas.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/form/field.tsx";
import css from "./factor.module.css";
import { startApp, verifyCode } from "./factor-api.ts";
import { QrImage } from "./qr-image.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { useFactorError } from "./use-factor-error.ts";

/** Groups of four, as apps show a key that is typed. */
const readable = (uri: string) =>
	(new URL(uri).searchParams.get("secret") ?? "").replaceAll(/(.{4})(?=.)/g, "$1 ");

/** Sets up an authenticator app: the password, the QR code, its first code, and the recovery codes. */
export const AppSetup = ({ hasPassword, onDone }: { hasPassword: boolean; onDone(): void }) => {
	const words = useAreaWords("factor");
	const texts = words.setup;
	const [password, setPassword] = useState("");
	const [code, setCode] = useState("");
	const [started, setStarted] = useState<{ totpURI: string; backupCodes: readonly string[] }>();
	const [isReady, setIsReady] = useState(false);
	const { isBusy, error, write } = useFactorError();
	const codeForm = useRef<HTMLFormElement>(null);
	// The field that had the focus is gone.
	useEffect(() => codeForm.current?.querySelector("input")?.focus(), [started]);
	if (started && isReady)
		return (
			<div class={css["stack"]}>
				<Banner tone="good">{texts.done}</Banner>
				<RecoveryCodes codes={started.backupCodes} />
				<div>
					<Button kind="main" onClick={onDone}>
						{texts.kept}
					</Button>
				</div>
			</div>
		);
	if (started)
		return (
			<form
				key="code"
				ref={codeForm}
				class={css["stack"]}
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					void write(async () => {
						await verifyCode(code.replaceAll(" ", ""));
						setIsReady(true);
					});
				}}
			>
				<p>{texts.scan}</p>
				<QrImage text={started.totpURI} label={texts.qrLabel} />
				<p class="sec">
					{texts.orType} <span class="mono">{readable(started.totpURI)}</span>
				</p>
				<TextField
					label={texts.firstCode}
					autocomplete="one-time-code"
					value={code}
					error={error}
					onInput={({ currentTarget }) => setCode(currentTarget.value)}
				/>
				<div>
					<Button kind="main" type="submit" disabled={isBusy || code.trim() === ""}>
						{texts.check}
					</Button>
				</div>
			</form>
		);
	return (
		<form
			key="password"
			class={css["stack"]}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				void write(async () => setStarted(await startApp(password)));
			}}
		>
			<p class="sec">{texts.text}</p>
			{hasPassword && (
				<TextField
					label={words.password}
					type="password"
					autocomplete="current-password"
					value={password}
					error={error}
					onInput={({ currentTarget }) => setPassword(currentTarget.value)}
				/>
			)}
			{!hasPassword && error && <Banner tone="bad">{error}</Banner>}
			<div>
				<Button kind="main" type="submit" disabled={isBusy || (hasPassword && password === "")}>
					{texts.start}
				</Button>
			</div>
		</form>
	);
};
