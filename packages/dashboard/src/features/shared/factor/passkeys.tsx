import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useAreaWords } from "../../../i18n/areas.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/form/field.tsx";
import { FormDialog } from "../../../ui/overlay/form-dialog.tsx";
import { useHasPassword } from "../access/use-has-password.ts";
import css from "./factor.module.css";
import {
	addPasskey,
	confirmIdentity,
	confirmWithPasskey,
	removePasskey,
	type SecondFactor,
	usePasskeys,
} from "./factor-api.ts";
import { useFactorError } from "./use-factor-error.ts";
import { hasPasskeys } from "./web-authn.ts";

/** How a person can confirm that it is them, beside signing in again. */
const useWays = (factor: SecondFactor) => {
	const hasPassword = useHasPassword().data ?? true;
	return { hasPassword, isTyped: hasPassword || factor.hasApp, hasPasskey: factor.passkeys > 0 };
};

interface ConfirmProps {
	factor: SecondFactor;
	onDone(): void;
	onClose(): void;
}

/** Asks for the password, a code or a passkey, before a change that needs a recent sign-in. */
const ConfirmIdentity = ({ factor, onDone, onClose }: ConfirmProps) => {
	const words = useAreaWords("factor");
	const [given, setGiven] = useState("");
	const { isBusy, error, write } = useFactorError();
	const { hasPassword, isTyped, hasPasskey } = useWays(factor);
	const confirm = (prove: () => Promise<void>) =>
		void write(async () => {
			await prove();
			onDone();
		});
	return (
		<FormDialog
			title={words.confirm.title}
			action={words.confirm.confirm}
			isReady={!isBusy && given !== ""}
			onClose={onClose}
			error={isTyped ? undefined : error}
			onSubmit={() =>
				confirm(() => {
					const isCode = factor.hasApp && /^\d{6}$/.test(given.trim());
					return confirmIdentity(isCode ? "code" : "password", isCode ? given.trim() : given);
				})
			}
		>
			<p class="sec">{words.confirm.text}</p>
			{isTyped && (
				<TextField
					label={
						hasPassword
							? factor.hasApp
								? words.confirm.passwordOrCode
								: words.password
							: words.confirm.code
					}
					type="password"
					autocomplete="current-password"
					value={given}
					error={error}
					onInput={({ currentTarget }) => setGiven(currentTarget.value)}
				/>
			)}
			{hasPasskey && hasPasskeys() && (
				<div>
					<Button disabled={isBusy} onClick={() => confirm(confirmWithPasskey)}>
						{words.confirm.passkey}
					</Button>
				</div>
			)}
		</FormDialog>
	);
};

/** The person's passkeys; adds and removes them. */
export const Passkeys = ({ factor, onAdded }: { factor: SecondFactor; onAdded?: () => void }) => {
	const words = useAreaWords("factor").passkeys;
	const report = usePasskeys();
	const [name, setName] = useState("");
	const [waiting, setWaiting] = useState<() => Promise<unknown>>();
	const { isBusy, failure, error, write } = useFactorError();
	const { isTyped, hasPasskey } = useWays(factor);
	const isStale = failure?.code === "SESSION_NOT_FRESH" && (isTyped || hasPasskey);
	const isChanging = isBusy || isStale;
	const wasChanging = useRef(false);
	const place = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => {
		const isDone = wasChanging.current && !isChanging;
		wasChanging.current = isChanging;
		// The button that was pressed was disabled meanwhile, or is gone with its passkey.
		if (isDone && document.activeElement === document.body)
			place.current?.querySelector<HTMLElement>("[type=submit]")?.focus();
	}, [isChanging]);
	const change = async (make: () => Promise<unknown>) => {
		setWaiting(() => make);
		await write(make);
	};
	const add = async () => {
		await addPasskey(name.trim() || words.defaultName);
		setName("");
		onAdded?.();
	};
	return (
		<div ref={place} class={css["stack"]}>
			<p class="sec">{words.text}</p>
			{(report.data ?? []).map((one) => (
				<div class="row" key={one.id}>
					<span class="cut">{one.name ?? words.defaultName}</span>
					<span class="end">
						<Button
							aria-label={words.removeOf(one.name ?? words.defaultName)}
							onClick={() => void change(() => removePasskey(one.id))}
						>
							{words.remove}
						</Button>
					</span>
				</div>
			))}
			{hasPasskeys() ? (
				<form
					class={css["stack"]}
					noValidate
					onSubmit={(event) => {
						event.preventDefault();
						void change(add);
					}}
				>
					<TextField
						label={words.name}
						maxLength={100}
						hint={words.nameHint}
						value={name}
						onInput={({ currentTarget }) => setName(currentTarget.value)}
					/>
					{error && !isStale && <Banner tone="bad">{error}</Banner>}
					<div>
						<Button type="submit" disabled={isBusy}>
							{words.add}
						</Button>
					</div>
				</form>
			) : (
				<Banner>{words.unavailable}</Banner>
			)}
			{isStale && waiting && (
				<ConfirmIdentity
					factor={factor}
					onDone={() => void write(waiting)}
					onClose={() => void write(async () => {})}
				/>
			)}
		</div>
	);
};
