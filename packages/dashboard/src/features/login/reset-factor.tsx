import { useEffect, useState } from "preact/hooks";
import { failureOf } from "../../api/failure.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { useAddress } from "../../router/use-address.ts";
import { Banner } from "../../ui/banner.tsx";
import { Brand, PlainPage } from "../../ui/brand.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Steps } from "../../ui/form/steps.tsx";
import { resetFactor } from "../shared/factor/factor-api.ts";
import css from "./login.module.css";
import { mailedToken } from "./mailed-token.ts";
import { useSubmit } from "./use-submit.ts";

/** The page that the mail after a lost phone opens. It requires a click, since mail scanners open links, too. */
const ResetFactor = () => {
	const words = useWords();
	const texts = useAreaWords("entry");
	const { reset } = useAreaWords("factor");
	const { linkTo } = useAddress();
	const [token] = useState(() => mailedToken(location.hash));
	const [isDone, setIsDone] = useState(false);
	const { isBusy, error, submit, setError } = useSubmit(async () => {
		try {
			await resetFactor(token);
		} catch (thrown) {
			if (failureOf(thrown).code === "INVALID_TOKEN") return setError(reset.bad);
			throw thrown;
		}
		setIsDone(true);
	});
	useEffect(() => {
		document.title = `${reset.title} · ${words.product}`;
	}, [reset, words]);
	return (
		<PlainPage slim>
			<Brand />
			<Steps step={isDone ? "done" : "form"}>
				<div class={css["form"]}>
					<h1>{token === "" ? texts.noToken : isDone ? reset.done : reset.title}</h1>
					{token === "" && <p class="sec">{texts.noTokenText}</p>}
					{isDone && (
						<>
							<p class="sec">{reset.doneText}</p>
							<LinkButton kind="main" href={linkTo({ to: "login" })}>
								{texts.toSignIn}
							</LinkButton>
						</>
					)}
					{token !== "" && !isDone && (
						<>
							<p class="sec">{reset.text}</p>
							{error && <Banner tone="bad">{error}</Banner>}
							<Button kind="main" disabled={isBusy} onClick={() => void submit()}>
								{reset.remove}
							</Button>
						</>
					)}
				</div>
			</Steps>
		</PlainPage>
	);
};

export default ResetFactor;
