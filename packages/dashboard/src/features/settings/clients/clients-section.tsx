import { useState } from "preact/hooks";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/form/field.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { GuideLink } from "../../shared/report/guide-link.tsx";
import type { SiteConfig } from "../config/site-config.ts";
import { type Instant, useInstant } from "../config/use-instant.ts";
import { RemovableTable } from "../exclusions/removable-table.tsx";
import frame from "../frame/frame.module.css";
import { FailureLine, failureOfField, Section } from "../frame/section.tsx";
import { clientIdFrom, type IdFault, PRODUCTS, SECRET_OF, type TypedId } from "./client-fields.ts";
import css from "./clients.module.css";

const useTexts = () => {
	const words = useAreaWords("settings");
	return { words, texts: words.clients };
};

const NOTHING: TypedId = { product: "plausible", id: "", secret: "" };

const AddClientId = ({ instant }: { instant: Instant }) => {
	const { words, texts } = useTexts();
	const { clientIds } = instant.config;
	const [typed, setTyped] = useState(NOTHING);
	const [fault, setFault] = useState<IdFault>();
	const { product } = typed;
	const secretOf = product in SECRET_OF ? (product as keyof typeof texts.secret) : undefined;
	const faults: Record<IdFault, string> = {
		empty: texts.empty,
		noSecret: texts.noSecret,
		repeated: words.money.repeated,
	};
	const change = (part: Partial<TypedId>) => {
		setTyped({ ...typed, ...part });
		setFault(undefined);
	};
	const add = () => {
		const found = clientIdFrom(typed, clientIds);
		if (typeof found === "string") return setFault(found);
		instant.save({ clientIds: [...clientIds, found] }, words.added(found.id), true);
		setTyped({ ...NOTHING, product });
	};
	return (
		<form
			noValidate
			class="col"
			onSubmit={(event) => {
				event.preventDefault();
				add();
			}}
		>
			<div class={css["add"]}>
				<SelectField
					label={texts.product}
					value={product}
					choices={PRODUCTS.map((one) => [one, texts.products[one]])}
					onChoose={(chosen) => change({ product: chosen, secret: "" })}
				/>
				<TextField
					label={texts.id[product]}
					value={typed.id}
					maxLength={253}
					autocomplete="off"
					onInput={({ currentTarget }) => change({ id: currentTarget.value })}
				/>
				{secretOf && (
					<TextField
						type="password"
						label={texts.secret[secretOf]}
						value={typed.secret}
						maxLength={512}
						autocomplete="new-password"
						onInput={({ currentTarget }) => change({ secret: currentTarget.value })}
					/>
				)}
				<Button type="submit">{words.money.add}</Button>
			</div>
			{fault ? (
				<p class={frame["error"]} role="alert">
					{faults[fault]}
				</p>
			) : (
				<p class="mut">{texts.hint[product]}</p>
			)}
		</form>
	);
};

/** The ids under which clients of other products send events of the site. */
export const ClientsSection = ({ config }: { config: SiteConfig }) => {
	const { words, texts } = useTexts();
	const { site } = useSiteView();
	const instant = useInstant(config);
	const { clientIds } = instant.config;
	const failure = failureOfField(instant, "clientIds");
	return (
		<Section
			title={words.section.clients}
			text={texts.text}
			actions={<GuideLink to="other-clients" />}
		>
			<Panel label={words.section.clients}>
				<RemovableTable
					heads={[texts.ids, texts.product, texts.secrets]}
					rows={clientIds.map((one) => ({
						name: `${texts.products[one.product]} ${one.id}`,
						cells: [one.id, texts.products[one.product], one.isSecretSet ? texts.secretSet : "–"],
						// Nobody can restore a secret that only its hash is kept of.
						remove: () =>
							instant.save(
								{ clientIds: clientIds.filter((other) => other !== one) },
								words.removed(one.id),
								true,
							),
					}))}
				/>
				{(site.mayConfigure || clientIds.length === 0) && (
					<div class={frame["more"]}>
						{clientIds.length === 0 && <p class="sec">{texts.none}</p>}
						{site.mayConfigure && <AddClientId instant={instant} />}
						{failure && <FailureLine failure={failure} />}
					</div>
				)}
			</Panel>
		</Section>
	);
};
