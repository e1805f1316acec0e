import { useState } from "preact/hooks";
import { useSession } from "../../../api/session.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/form/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { CheckList } from "../access/check-list.tsx";
import { isEmail } from "../access/is-email.ts";
import { useMembers } from "../access/organization-api.ts";
import type { MailDraft } from "./mail-draft.ts";
import type { MailPlace } from "./mail-place.ts";
import css from "./mails.module.css";
import { useMailWords } from "./use-mail-words.ts";

interface RecipientsProps {
	draft: Pick<MailDraft, "members" | "addresses">;
	place: MailPlace;
	onChange(change: Partial<Pick<MailDraft, "members" | "addresses">>): void;
}

/** The addresses without an account, with a field that adds one. */
const Addresses = ({ draft: { addresses }, onChange }: Omit<RecipientsProps, "place">) => {
	const { form: texts } = useMailWords();
	const [typed, setTyped] = useState("");
	const [error, setError] = useState<string>();
	const add = () => {
		const address = typed.trim().toLowerCase();
		if (!isEmail(address)) return setError(texts.addressBad);
		if (addresses.includes(address)) return setError(texts.addressTwice);
		onChange({ addresses: [...addresses, address] });
		setTyped("");
		setError(undefined);
	};
	return (
		<div class="col">
			<p class={css["small"]}>
				{texts.addresses}. {texts.addressHint}
			</p>
			{addresses.length > 0 && (
				<ul class={css["addresses"]} aria-label={texts.addresses}>
					{addresses.map((address) => (
						<li key={address}>
							<span class="cut" title={address}>
								{address}
							</span>
							<Button
								kind="quiet"
								isIcon
								aria-label={texts.removeAddress(address)}
								onClick={() => onChange({ addresses: addresses.filter((one) => one !== address) })}
							>
								<Icon name="close" />
							</Button>
						</li>
					))}
				</ul>
			)}
			<div class={css["adding"]}>
				<TextField
					label={texts.address}
					type="email"
					autocomplete="off"
					value={typed}
					maxLength={255}
					error={error}
					onInput={({ currentTarget }) => {
						setTyped(currentTarget.value);
						setError(undefined);
					}}
					onKeyDown={(event) => {
						// Enter adds the address, instead of saving the form without it.
						if (event.key !== "Enter" || typed.trim() === "") return;
						event.preventDefault();
						add();
					}}
				/>
				<Button onClick={add}>
					<Icon name="plus" />
					{texts.addAddress}
				</Button>
			</div>
		</div>
	);
};

/** Who gets a report: administrators choose anybody, others themselves. */
export const RecipientFields = ({ draft, place, onChange }: RecipientsProps) => {
	const { form: texts } = useMailWords();
	const { data: person } = useSession();
	const members = useMembers(place.organizationId);
	const listed = (members.data ?? [])
		.filter(({ userId }) => place.isAdmin || userId === person?.id)
		.map(({ userId, user }) => ({
			value: userId,
			label:
				userId === person?.id ? texts.me(user.email) : `${user.name || user.email} · ${user.email}`,
		}));
	return (
		<fieldset>
			<legend>{texts.who}</legend>
			<CheckList
				label={texts.members}
				choices={listed}
				chosen={new Set(draft.members)}
				empty={texts.noMembers}
				isLoading={members.state === "loading"}
				onChange={(chosen) => onChange({ members: [...chosen] })}
			/>
			{place.isAdmin ? (
				<Addresses {...{ draft, onChange }} />
			) : (
				<p class={css["small"]}>{texts.onlySelf}</p>
			)}
		</fieldset>
	);
};
