import { useState } from "preact/hooks";
import { apiHref } from "../../../api/client.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWords } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import type { SitePage } from "../../../router/destination.ts";
import { CodeBlock } from "../../../ui/copy.tsx";
import { SelectField } from "../../../ui/form/field.tsx";
import type { SiteConfig } from "../config/site-config.ts";
import frame from "../frame/frame.module.css";
import {
	badgeCode,
	EMBED_RANGES,
	EMBED_SIZES,
	type EmbedRange,
	type EmbedSize,
	embedAddress,
	embedCode,
} from "./embed-code.ts";
import type { EmbeddableLink } from "./embeddable-link.ts";
import { embeddablePages } from "./shared-areas.ts";
import css from "./sharing.module.css";

const SIZES = Object.keys(EMBED_SIZES) as EmbedSize[];

/** The code of an iframe with the dashboard, with a preview, and the code of a single number. */
export const Embed = ({
	config,
	link,
}: {
	config: SiteConfig;
	link: EmbeddableLink | undefined;
}) => {
	const words = useWords();
	const texts = useAreaWords("sharing");
	const { site } = useSiteView();
	const [size, setSize] = useState<EmbedSize>("medium");
	const [range, setRange] = useState<EmbedRange>("28d");
	const [page, setPage] = useState<SitePage>("overview");
	const privateKey = config.public ? undefined : link?.privateKey;
	const origin = apiHref("");
	const pages = embeddablePages(config.public ? null : (link?.areas ?? null));
	const shown = pages.includes(page) ? page : (pages[0] ?? "overview");
	if (!config.public && !privateKey)
		return (
			<div class={frame["more"]}>
				<p class="sec">{texts.embedNeeds}</p>
			</div>
		);
	const address = embedAddress({ origin, site: site.id, privateKey, page: shown, range });
	const { height, width } = EMBED_SIZES[size];
	return (
		<>
			<div class={frame["more"]}>
				<div class={css["options"]}>
					<SelectField<SitePage>
						label={texts.embedPage}
						value={shown}
						choices={pages.map((one) => [one, words.page[one]])}
						onChoose={setPage}
					/>
					<SelectField<EmbedRange>
						label={texts.embedRange}
						value={range}
						choices={EMBED_RANGES.map((one) => [
							one,
							words.range.days(String(Number.parseInt(one, 10))),
						])}
						onChoose={setRange}
					/>
					<SelectField<EmbedSize>
						label={texts.embedSize}
						value={size}
						choices={SIZES.map((one) => [one, texts.sizes[one]])}
						onChoose={setSize}
					/>
				</div>
				<CodeBlock code={embedCode(address, size, texts.embedTitle(config.name))} />
				<p class="mut">{texts.embedWho([config.domain, ...config.allowedOrigins].join(", "))}</p>
				<p class={frame["name"]}>{texts.preview}</p>
				<div class={css["preview"]}>
					<iframe
						key={address}
						src={address}
						title={texts.preview}
						height={height}
						style={{ maxWidth: width === "100%" ? "none" : `${width}px` }}
						loading="lazy"
					/>
				</div>
			</div>
			<div class={frame["more"]}>
				<p class={frame["name"]}>{texts.badge}</p>
				<p class="mut">{texts.badgeHint}</p>
				<CodeBlock code={badgeCode(origin, site.id)} />
			</div>
		</>
	);
};
