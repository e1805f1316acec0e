import { useState } from "preact/hooks";
import { useWrite } from "../../../layout/write/use-write.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { type ReportMail, sendNow, useDeliveryTo } from "./mail-api.ts";
import type { MailPlace } from "./mail-place.ts";
import css from "./mails.module.css";
import { useMailWords } from "./use-mail-words.ts";

/** A mail that the viewer asked for, and since when. */
interface Asked {
	address: string;
	at: number;
}

/** Sends the viewer a report: the button, and what became of the mail. */
export const useSendNow = (mail: ReportMail, place: MailPlace) => {
	const { one: texts } = useMailWords();
	const [asked, setAsked] = useState<Asked>();
	const { isBusy, error, write } = useWrite();
	const { organizationId } = place;
	const send = async () => {
		const at = Date.now();
		setAsked(undefined);
		await write(async () => {
			const { address } = await sendNow(organizationId, mail.reportMailId);
			setAsked({ address, at });
		});
	};
	return {
		button: (
			<Button disabled={isBusy} onClick={() => void send()}>
				{isBusy ? texts.sending : texts.send}
			</Button>
		),
		result: error ? (
			<div class={css["inset"]}>
				<Banner tone="bad">
					<p>{error}</p>
				</Banner>
			</div>
		) : (
			asked && <Outcome key={asked.at} {...{ mail, place, asked }} />
		),
	};
};

/** Follows the mail until it was accepted or refused. Only administrators may read deliveries. */
const Outcome = ({ mail, place, asked }: { mail: ReportMail; place: MailPlace; asked: Asked }) => {
	const { one: texts } = useMailWords();
	const delivery = useDeliveryTo(place.organizationId, {
		key: `report:${mail.reportMailId}:asked:`,
		...asked,
		isOff: !place.isAdmin,
	});
	const { status, lastAnswer } = delivery ?? {};
	const isBad = status === "failed" || status === "dropped" || (lastAnswer && status === "waiting");
	return (
		<div class={css["inset"]}>
			<Banner tone={isBad ? "bad" : status === "sent" ? "good" : "info"}>
				<p>
					{isBad
						? texts.refused(asked.address, lastAnswer ?? "")
						: status === "sent"
							? texts.sent(asked.address)
							: texts.queued(asked.address)}
				</p>
			</Banner>
		</div>
	);
};
