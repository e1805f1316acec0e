import { useEffect, useState } from "preact/hooks";
import { forgetPerson, signOut, useSession } from "../../api/session.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { useAddress } from "../../router/use-address.ts";
import { Banner } from "../../ui/banner.tsx";
import { Brand, PlainPage } from "../../ui/brand.tsx";
import { Button } from "../../ui/button.tsx";
import { SkeletonBlock } from "../../ui/card-state.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { Steps } from "../../ui/form/steps.tsx";
import { useHasPassword } from "../shared/access/use-has-password.ts";
import { AppSetup } from "../shared/factor/app-setup.tsx";
import { type SecondFactor, useSecondFactor, verifyCode } from "../shared/factor/factor-api.ts";
import { Passkeys } from "../shared/factor/passkeys.tsx";
import { useFactorError } from "../shared/factor/use-factor-error.ts";
import css from "./login.module.css";
import { PasskeyButton } from "./passkey-button.tsx";
import { returnPath } from "./return-path.ts";

/** Proves the factor that there is, in a session that began without it. */
const Prove = ({ factor, onDone }: { factor: SecondFactor; onDone(): void }) => {
	const words = useAreaWords("factor");
	const [code, setCode] = useState("");
	const { isBusy, error, write } = useFactorError();
	return (
		<>
			{factor.hasApp && (
				<form
					class={css["form"]}
					noValidate
					onSubmit={(event) => {
						event.preventDefault();
						void write(async () => {
							await verifyCode(code.replaceAll(" ", ""));
							onDone();
						});
					}}
				>
					<TextField
						label={words.step.code}
						autocomplete="one-time-code"
						hint={words.step.codeHint}
						value={code}
						error={error}
						onInput={({ currentTarget }) => setCode(currentTarget.value)}
					/>
					<Button kind="main" type="submit" disabled={isBusy || code.trim() === ""}>
						{words.setup.check}
					</Button>
				</form>
			)}
			{factor.passkeys > 0 && <PasskeyButton label={words.confirm.passkey} onSignedIn={onDone} />}
		</>
	);
};

const SetUp = ({ factor, onDone }: { factor: SecondFactor; onDone(): void }) => {
	const words = useAreaWords("factor");
	const account = useHasPassword();
	return (
		<>
			<section class={css["form"]} aria-labelledby="factor-app">
				<h2 id="factor-app">{words.app.name}</h2>
				<AppSetup hasPassword={account.data ?? true} onDone={onDone} />
			</section>
			<section class={css["form"]} aria-labelledby="factor-passkeys">
				<h2 id="factor-passkeys">{words.passkeys.title}</h2>
				<Passkeys factor={factor} onAdded={onDone} />
			</section>
		</>
	);
};

/** Leads whoever lacks a required second factor through setting it up; nothing of the organization is shown before. */
const RequiredFactor = () => {
	const frame = useWords();
	const words = useAreaWords("factor");
	const { go } = useAddress();
	const { data: person } = useSession();
	const report = useSecondFactor();
	const [first, setFirst] = useState<SecondFactor>();
	const done = async () => {
		await forgetPerson();
		go(returnPath(location.search), { replaces: true });
	};
	useEffect(() => {
		document.title = `${words.need.title} · ${frame.product}`;
	}, [words, frame]);
	useEffect(() => {
		// While it is set up, the page must not switch to asking for it.
		if (report.data && !first) setFirst(report.data);
	}, [report.data]);
	useEffect(() => {
		if (person === null) go("/login?to=/account/second-factor", { replaces: true });
	}, [person]);
	const hasAny = first !== undefined && (first.hasApp || first.passkeys > 0);
	return (
		<PlainPage slim>
			<Brand />
			<Steps step={first ? "factor" : "loading"}>
				<h1>{hasAny ? words.need.proveTitle : words.need.title}</h1>
			</Steps>
			{first && first.requiredBy.length > 0 && (
				<Banner>{words.need.by(first.requiredBy.join(", "))}</Banner>
			)}
			{!first && report.failure && <ReportFailure report={report} />}
			{!first && !report.failure && <SkeletonBlock height={12} />}
			{first && hasAny && <Prove factor={first} onDone={() => void done()} />}
			{first && !hasAny && <SetUp factor={first} onDone={() => void done()} />}
			<Button kind="quiet" onClick={() => void signOut().then(() => go("/login"))}>
				{words.need.signOut}
			</Button>
		</PlainPage>
	);
};

export default RequiredFactor;
