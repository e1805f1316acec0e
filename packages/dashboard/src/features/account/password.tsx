import { useState } from "preact/hooks";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWrite } from "../../layout/write/use-write.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import { Panel } from "../../ui/panel.tsx";
import css from "./account.module.css";
import { changePassword, setFirstPassword } from "./account-api.ts";

const LEAST = 8;

/** Sets the first password of a person who signed in with a link, or replaces a known one. */
export const Password = ({
	hasPassword,
	isPlaceholder,
}: {
	hasPassword: boolean;
	/** The placeholder address that the first start created. */
	isPlaceholder: boolean;
}) => {
	const words = useAreaWords("around").account;
	const [current, setCurrent] = useState("");
	const [next, setNext] = useState("");
	const [isShort, setIsShort] = useState(false);
	const { isBusy, failure, error, write, clear } = useWrite();
	const isWrong = failure?.code === "INVALID_PASSWORD";
	const save = () => {
		clear();
		setIsShort(next.length < LEAST);
		if (next.length < LEAST) return;
		void write(async () => {
			if (hasPassword) await changePassword(current, next);
			else await setFirstPassword(next);
			setCurrent("");
			setNext("");
			toast(hasPassword ? words.changed : words.isSet);
		});
	};
	const title = hasPassword ? words.changePassword : words.setPassword;
	return (
		<Panel label={title} title={title} isPadded>
			<form
				class={css["form"]}
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					save();
				}}
			>
				{!hasPassword && (
					<p class="sec">
						{words.setText} {isPlaceholder && words.setFirst}
					</p>
				)}
				{hasPassword && (
					<TextField
						label={words.current}
						type="password"
						autocomplete="current-password"
						value={current}
						error={isWrong ? words.wrongPassword : undefined}
						onInput={({ currentTarget }) => setCurrent(currentTarget.value)}
					/>
				)}
				<TextField
					label={hasPassword ? words.next : words.password}
					type="password"
					autocomplete="new-password"
					hint={words.nextHint}
					value={next}
					error={isShort ? words.tooShort : undefined}
					onInput={({ currentTarget }) => setNext(currentTarget.value)}
				/>
				{error && !isWrong && <Banner tone="bad">{error}</Banner>}
				<div>
					<Button
						type="submit"
						kind={hasPassword ? "plain" : "main"}
						disabled={isBusy || next === "" || (hasPassword && current === "")}
					>
						{title}
					</Button>
				</div>
			</form>
		</Panel>
	);
};
