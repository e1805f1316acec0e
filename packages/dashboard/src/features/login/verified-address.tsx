import { useEffect, useState } from "preact/hooks";
import { failureOf } from "../../api/failure.ts";
import { verifyEmail } from "../../api/mailed-links.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { useAddress } from "../../router/use-address.ts";
import { Banner } from "../../ui/banner.tsx";
import { Brand, PlainPage } from "../../ui/brand.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Steps } from "../../ui/form/steps.tsx";
import css from "./login.module.css";
import { mailedToken } from "./mailed-token.ts";
import { useSubmit } from "./use-submit.ts";

/** The page that the link in a verification e-mail opens. It requires a click, since mail scanners open links, too. */
const VerifiedAddress = () => {
	const words = useWords();
	const texts = useAreaWords("entry");
	const { linkTo } = useAddress();
	const [token] = useState(() => mailedToken(location.hash));
	const [isDone, setIsDone] = useState(false);
	const { isBusy, error, submit, setError } = useSubmit(async () => {
		try {
			await verifyEmail(token);
		} catch (thrown) {
			if (failureOf(thrown).code === "INVALID_TOKEN") return setError(texts.address.bad);
			throw thrown;
		}
		setIsDone(true);
	});
	useEffect(() => {
		document.title = `${texts.address.title} · ${words.product}`;
	}, [texts, words]);
	return (
		<PlainPage slim>
			<Brand />
			<Steps step={isDone ? "done" : "form"}>
				<div class={css["form"]}>
					<h1>
						{token === "" ? texts.noToken : isDone ? texts.address.done : texts.address.title}
					</h1>
					{token === "" || isDone ? (
						<LinkButton kind="main" href={linkTo({ to: "sites" })}>
							{words.trouble.toSites}
						</LinkButton>
					) : (
						<>
							<p class="sec">{texts.address.text}</p>
							{error && <Banner tone="bad">{error}</Banner>}
							<Button kind="main" disabled={isBusy} onClick={() => void submit()}>
								{texts.address.confirm}
							</Button>
						</>
					)}
				</div>
			</Steps>
		</PlainPage>
	);
};

export default VerifiedAddress;
