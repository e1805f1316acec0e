import { useEffect, useState } from "preact/hooks";
import { failureOf } from "../../api/failure.ts";
import { confirmChannel } from "../../api/mailed-links.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { Banner } from "../../ui/banner.tsx";
import { Brand, PlainPage } from "../../ui/brand.tsx";
import { Button } from "../../ui/button.tsx";
import css from "./login.module.css";
import { mailedToken } from "./mailed-token.ts";
import { useSubmit } from "./use-submit.ts";

/** Why a link cannot be used, as the API says it. */
const REFUSALS = ["used", "expired", "unknown"] as const;
type Refusal = (typeof REFUSALS)[number];

/** The page that the link in the mail to a channel's address opens. It requires a click, since mail scanners open links, too. */
const ConfirmChannel = () => {
	const words = useWords();
	const texts = useAreaWords("entry");
	const [token] = useState(() => mailedToken(location.hash));
	const [done, setDone] = useState<{ organization: string; address: string }>();
	const [refusal, setRefusal] = useState<Refusal>();
	const { isBusy, error, submit } = useSubmit(async () => {
		try {
			setDone(await confirmChannel(token));
		} catch (thrown) {
			const { code, details } = failureOf(thrown);
			if (code !== "INVALID_REQUEST") throw thrown;
			setRefusal(REFUSALS.find((one) => details.includes(one)) ?? "unknown");
		}
	});
	const isOpen = token !== "" && !done && !refusal;
	const title =
		token === ""
			? texts.noToken
			: done
				? texts.channel.done
				: refusal
					? texts.channel.refused[refusal].title
					: texts.channel.title;
	useEffect(() => {
		document.title = `${texts.channel.title} · ${words.product}`;
	}, [texts, words]);
	return (
		<PlainPage slim>
			<Brand />
			<div class={css["form"]}>
				{/* The answer takes the place of the button that had the focus. */}
				<div role="status" class={css["answer"]}>
					<h1>{title}</h1>
					{token === "" && <p class="sec">{texts.noTokenText}</p>}
					{done && <p class="sec">{texts.channel.doneText(done.address, done.organization)}</p>}
					{refusal && <p class="sec">{texts.channel.refused[refusal].text}</p>}
				</div>
				{isOpen && (
					<>
						<p class="sec">{texts.channel.text}</p>
						{error && <Banner tone="bad">{error}</Banner>}
						<Button kind="main" disabled={isBusy} onClick={() => void submit()}>
							{texts.channel.confirm}
						</Button>
					</>
				)}
			</div>
		</PlainPage>
	);
};

export default ConfirmChannel;
