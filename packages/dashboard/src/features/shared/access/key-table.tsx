import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Report } from "../../../api/use-report.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useWording } from "../../../i18n/language.ts";
import { CardState } from "../../../ui/card-state.tsx";
import { Badge } from "../../../ui/form/choice.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import { Table } from "../../../ui/table.tsx";
import { ReportPanel } from "../report/report-panel.tsx";
import { useOwnMoment } from "../time/use-own-moment.ts";
import { Confirm } from "../write/confirm.tsx";
import { useQuickWrite } from "../write/use-quick-write.ts";
import css from "./access.module.css";
import { type ApiKey, revokeKey, switchKey } from "./key-api.ts";
import { grantsOf } from "./key-scopes.ts";
import { RowMenu } from "./row-menu.tsx";

const nameOf = ({ name, start }: ApiKey) => name ?? start ?? "";
const isExpired = ({ expiresAt }: ApiKey) =>
	expiresAt !== null && Date.parse(expiresAt) <= Date.now();

const Grants = ({ permissions }: ApiKey) => {
	const { locale } = useWording();
	const words = useAreaWords("around").keys;
	if (permissions === null) return <span class="nw">{words.everything}</span>;
	const names: Readonly<Record<string, string>> = words.scope;
	const text = new Intl.ListFormat(locale, { type: "unit" }).format(
		grantsOf(permissions).map(({ name, level }) =>
			level === "write" && name !== "ingest"
				? `${isolated(names[name] ?? name)} (${words.level.write})`
				: (names[name] ?? name),
		),
	);
	return <span class={css["cell"]}>{text}</span>;
};

const State = ({ apiKey }: { apiKey: ApiKey }) => {
	const words = useAreaWords("around").keys;
	if (isExpired(apiKey)) return <Badge tone="warn">{words.expired}</Badge>;
	return apiKey.enabled ? <Badge tone="good">{words.on}</Badge> : <Badge>{words.off}</Badge>;
};

interface KeyTableProps {
	label: string;
	title?: string;
	aside?: ComponentChildren;
	organizationId: string | undefined;
	report: Report<readonly ApiKey[]>;
	/** Button of the empty state. */
	add: ComponentChildren;
}

/** Keys, with their last use and their scopes. */
export const KeyTable = ({ organizationId, report, add, ...panel }: KeyTableProps) => {
	const words = useAreaWords("around");
	const { momentText, dayText } = useOwnMoment();
	const quickly = useQuickWrite();
	const [revoked, setRevoked] = useState<ApiKey>();
	const toggle = (key: ApiKey) => {
		const change = (enabled: boolean) => switchKey(organizationId, key.id, enabled);
		const { switchedOn, switchedOff } = words.keys;
		return quickly(
			() => change(!key.enabled),
			(key.enabled ? switchedOff : switchedOn)(nameOf(key)),
			() => change(key.enabled),
		);
	};
	return (
		<>
			<ReportPanel {...panel} report={report}>
				{(keys) =>
					keys.length === 0 ? (
						<CardState icon="lock" title={words.keys.empty} action={add}>
							{words.keys.emptyText}
						</CardState>
					) : (
						<Table<ApiKey>
							label={words.table(panel.label)}
							rows={keys}
							keyOf={({ id }) => id}
							columns={[
								{
									id: "name",
									head: words.keys.key,
									cell: (key) => (
										<span class={css["who"]}>
											{nameOf(key)}
											<span class={`${css["small"]} mono`}>
												{words.keys.start(
													`${key.prefix ?? ""}${(key.start ?? "").slice(key.prefix ? key.prefix.length : 0)}`,
												)}
											</span>
										</span>
									),
								},
								{ id: "may", head: words.keys.may, cell: (key) => <Grants {...key} /> },
								{
									id: "last",
									head: words.keys.lastUse,
									cell: ({ lastRequest }) => (
										<span class="nw">
											{lastRequest ? momentText(lastRequest) : words.keys.notYet}
										</span>
									),
								},
								{
									id: "expires",
									head: words.keys.expires,
									cell: ({ expiresAt }) => (
										<span class="nw">{expiresAt ? dayText(expiresAt) : words.never}</span>
									),
								},
								{ id: "state", head: words.keys.state, cell: (key) => <State apiKey={key} /> },
								{
									id: "actions",
									head: words.actionsHead,
									isHeadHidden: true,
									isNumber: true,
									cell: (key) => (
										<RowMenu
											name={nameOf(key)}
											items={[
												...(isExpired(key)
													? []
													: [
															{
																id: "switch",
																label: key.enabled ? words.keys.switchOff : words.keys.switchOn,
																onPick: () => void toggle(key),
															},
														]),
												{
													id: "revoke",
													label: words.keys.revoke,
													onPick: () => setRevoked(key),
												},
											]}
										/>
									),
								},
							]}
						/>
					)
				}
			</ReportPanel>
			{revoked && (
				<Confirm
					title={words.keys.revokeTitle(nameOf(revoked))}
					action={words.keys.revokeIt}
					change={() => revokeKey(organizationId, revoked.id)}
					onDone={() => {
						toast(words.keys.revoked(nameOf(revoked)));
						setRevoked(undefined);
					}}
					onClose={() => setRevoked(undefined)}
				>
					{words.keys.revokeText}
				</Confirm>
			)}
		</>
	);
};
