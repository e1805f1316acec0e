import { answerOf, apiHref, client } from "../../api/client.ts";
import { useReport } from "../../api/use-report.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useAddress } from "../../router/use-address.ts";
import { LinkButton } from "../../ui/button.tsx";
import { SelectField } from "../../ui/form/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { andInvalidate } from "../shared/access/organization-api.ts";
import { ReportPanel } from "../shared/report/report-panel.tsx";
import { useQuickWrite } from "../shared/write/use-quick-write.ts";
import { useChannels } from "./channels/channel-api.ts";
import css from "./organization.module.css";

const PATH = "/api/organizations/{organizationId}/audit-log/channel";
const KEY = (organizationId: string) => ["audit-channel", organizationId];
const NONE = "";

const useAuditChannel = (organizationId: string) =>
	useReport({
		key: KEY(organizationId),
		fetch: (signal) => answerOf(client.GET(PATH, { params: { path: { organizationId } }, signal })),
	});

/** Takes the audit log out of the product: as a file, and entry by entry to a webhook. */
export const AuditOutside = ({ organizationId }: { organizationId: string }) => {
	const words = useAreaWords("activity").audit;
	const { linkTo } = useAddress();
	const report = useAuditChannel(organizationId);
	const channels = useChannels(organizationId);
	const quickly = useQuickWrite();
	const webhooks = (channels.data ?? []).filter(({ kind }) => kind === "webhook");
	const change = (channelId: number | null) =>
		andInvalidate(
			answerOf(client.PUT(PATH, { params: { path: { organizationId } }, body: { channelId } })),
			KEY(organizationId),
		);
	const fileHref = (format: string) =>
		apiHref(`/api/organizations/${encodeURIComponent(organizationId)}/audit-log/export`, {
			format,
		});
	return (
		<ReportPanel label={words.title} title={words.title} report={report} rows={2}>
			{({ channelId }) => (
				<div class={css["outside"]}>
					<p class="sec">{words.fileText}</p>
					<div class={css["filters"]}>
						<LinkButton href={fileHref("csv")} aria-label={words.csv}>
							<Icon name="download" />
							CSV
						</LinkButton>
						<LinkButton href={fileHref("jsonl")} aria-label={words.lines}>
							<Icon name="download" />
							{words.linesShort}
						</LinkButton>
					</div>
					<SelectField
						label={words.channel}
						hint={words.channelHint}
						value={channelId === null ? NONE : String(channelId)}
						choices={[
							[NONE, words.none],
							...webhooks.map(({ channelId: id, name }) => [String(id), name] as const),
						]}
						onChoose={(chosen) =>
							void quickly(
								() => change(chosen === NONE ? null : Number(chosen)),
								chosen === NONE ? words.stopped : words.started,
							)
						}
					/>
					{channels.data && webhooks.length === 0 && (
						<p>
							<a
								class="link"
								href={linkTo({ to: "organization", rest: [organizationId, "channels"] })}
							>
								{words.addWebhook}
							</a>
						</p>
					)}
				</div>
			)}
		</ReportPanel>
	);
};
