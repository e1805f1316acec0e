import { useState } from "preact/hooks";
import { failureOf } from "../../api/failure.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { failureText } from "../../layout/report-failure.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { toast } from "../../ui/toast.tsx";
import css from "./account.module.css";
import { changePassword, setFirstPassword } from "./account-api.ts";

const LEAST = 8;

/** The first password of who came by a link, or another one for who knows the present one. */
export const Password = ({
	hasPassword,
	isPlaceholder,
}: {
	hasPassword: boolean;
	/** The address is the one that the first start made up. */
	isPlaceholder: boolean;
}) => {
	const frame = useWords();
	const words = useAreaWords("around").account;
	const [current, setCurrent] = useState("");
	const [next, setNext] = useState("");
	const [errors, setErrors] = useState<{ current?: string; next?: string; other?: string }>({});
	const [isBusy, setIsBusy] = useState(false);
	const save = async () => {
		if (next.length < LEAST) return setErrors({ next: words.tooShort });
		setErrors({});
		setIsBusy(true);
		try {
			if (hasPassword) await changePassword(current, next);
			else await setFirstPassword(next);
			setCurrent("");
			setNext("");
			toast(hasPassword ? words.changed : words.isSet);
		} catch (thrown) {
			const failure = failureOf(thrown);
			const { message, help } = failureText(failure, frame);
			if (failure.code === "INVALID_PASSWORD") setErrors({ current: words.wrongPassword });
			else setErrors({ other: `${message} ${help}`.trim() });
		}
		setIsBusy(false);
		return undefined;
	};
	const title = hasPassword ? words.changePassword : words.setPassword;
	return (
		<Panel label={title} title={title} isPadded>
			<form
				class={css["form"]}
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					void save();
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
						error={errors.current}
						onInput={({ currentTarget }) => setCurrent(currentTarget.value)}
					/>
				)}
				<TextField
					label={hasPassword ? words.next : words.password}
					type="password"
					autocomplete="new-password"
					hint={words.nextHint}
					value={next}
					error={errors.next}
					onInput={({ currentTarget }) => setNext(currentTarget.value)}
				/>
				{errors.other && <Banner tone="bad">{errors.other}</Banner>}
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
