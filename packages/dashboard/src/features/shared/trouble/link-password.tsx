import { useEffect, useState } from "preact/hooks";
import { answerOf, client } from "../../../api/client.ts";
import { useWords } from "../../../i18n/language.ts";
import { useWrite } from "../../../layout/write/use-write.ts";
import { keepOpened } from "../../../router/viewer.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Brand, PlainPage } from "../../../ui/brand.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/form/field.tsx";
import css from "./trouble.module.css";
import { useTroubleWords } from "./trouble-words.ts";

interface LinkPasswordProps {
	site: string;
	privateKey: string;
	/** Called once the link shows its pages. */
	onOpened(): void;
}

/** The page of a private link that asks for its password. */
export const LinkPassword = ({ site, privateKey, onOpened }: LinkPasswordProps) => {
	const { product } = useWords();
	const trouble = useTroubleWords();
	const [password, setPassword] = useState("");
	const { isBusy, failure, error, write } = useWrite();
	const isWrong = failure?.code === "PRIVATE_LINK_PASSWORD_WRONG";
	const told = isWrong ? trouble.passwordWrong : error;
	useEffect(() => {
		document.title = `${trouble.passwordTitle} · ${product}`;
	}, [trouble]);
	const open = () =>
		write(async () => {
			const { data } = await answerOf(
				client.POST("/api/sites/{site}/private-link-password", {
					params: { path: { site } },
					headers: { "x-private-key": privateKey },
					body: { password },
				}),
			);
			keepOpened(privateKey, data.privateKey);
			onOpened();
		});
	return (
		<PlainPage slim>
			<Brand />
			<form
				class={css["form"]}
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					if (password !== "") void open();
				}}
			>
				<h1>{trouble.passwordTitle}</h1>
				<p class="sec">{trouble.passwordText}</p>
				<TextField
					label={trouble.password}
					type="password"
					autocomplete="current-password"
					maxLength={128}
					value={password}
					error={isWrong ? told : undefined}
					onInput={({ currentTarget }) => setPassword(currentTarget.value)}
				/>
				{!isWrong && told && <Banner tone="bad">{told}</Banner>}
				<Button kind="main" type="submit" aria-busy={isBusy} disabled={isBusy || password === ""}>
					{trouble.passwordOpen}
				</Button>
				<span class="vh" role="status">
					{told}
				</span>
			</form>
		</PlainPage>
	);
};
