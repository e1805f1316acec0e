import type { AnswerTo } from "../../api/site-reports.ts";
import { durationText } from "../../format/duration.ts";
import { moneyText } from "../../format/money.ts";
import { countText } from "../../format/number.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { isolated, joinIsolated } from "../../i18n/isolated.ts";
import { useWording } from "../../i18n/language.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { valueText } from "../../layout/text/filter-text.ts";
import { Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Table } from "../../ui/table.tsx";
import { ListLink } from "../shared/list/list-link.tsx";
import { sourceOf } from "../shared/list/source-of.ts";
import { TraitFacts } from "../shared/person/trait-facts.tsx";
import { isMeasured, VitalFacts } from "../shared/session/session-vitals.tsx";
import { useSiteMoment } from "../shared/time/use-site-moment.ts";

export type UserAnswer = AnswerTo<"users/{userId}">["data"];

interface Seen {
	sessions: number;
	last_seen: string;
}

/** A person's traits, and their activity of all time. */
export const UserFacts = ({ user }: { user: UserAnswer }) => {
	const { words, locale } = useWording();
	const { fact, users } = useAreaWords("people");
	const moment = useSiteMoment();
	const { currency } = useSiteView().site;
	const { revenue, orders = 0, last_order } = user;
	const count = (value: number) => countText(value, locale);
	return (
		<>
			<Panel label={users.traits} title={users.traits} isPadded>
				<Facts
					facts={[
						[
							fact.userId,
							user.identified_user_id && <span class="mono">{user.identified_user_id}</span>,
						],
						[
							fact.deviceId,
							<span key="id" class="mono">
								{user.user_id}
							</span>,
						],
						["IP", user.ip],
					]}
				/>
				{user.traits ? <TraitFacts traits={user.traits} /> : <p class="mut">{users.noTraits}</p>}
			</Panel>
			<Panel label={users.facts} title={users.facts} isPadded>
				<Facts
					facts={[
						[fact.firstSeen, moment(user.first_seen)],
						[fact.lastSeen, moment(user.last_seen)],
						[fact.sessions, count(user.sessions)],
						[fact.pageviews, count(user.pageviews)],
						[fact.events, count(user.events)],
						[fact.average, durationText(user.duration, locale)],
						[
							fact.revenue,
							currency && revenue !== undefined && moneyText(Number(revenue), currency, locale),
						],
						[fact.orders, currency && revenue !== undefined && count(orders)],
						[fact.lastOrder, currency && last_order && moment(last_order)],
						[
							fact.firstFrom,
							<ListLink key="first" {...sourceOf({ referrer: user.first_referrer })} />,
						],
						[words.field.channel, user.first_channel],
						[fact.firstPage, user.first_entry_page],
						[words.field.utm_source, user.first_utm_source],
						[words.field.utm_medium, user.first_utm_medium],
						[words.field.utm_campaign, user.first_utm_campaign],
						[
							fact.lastFrom,
							<ListLink key="last" {...sourceOf({ referrer: user.last_referrer })} />,
						],
						[words.field.language, valueText("language", user.language, { words, locale })],
						[words.field.timezone, user.timezone],
					]}
				/>
			</Panel>
			{isMeasured(user.vitals) && (
				<Panel label={users.speed} title={users.speed} isPadded>
					<VitalFacts vitals={user.vitals} />
				</Panel>
			)}
		</>
	);
};

/** The places, devices and ids of a person. */
export const UserPlaces = ({ user }: { user: UserAnswer }) => {
	const { words, locale } = useWording();
	const { columns, users } = useAreaWords("people");
	const moment = useSiteMoment();
	const sessions = {
		id: "sessions",
		head: columns.sessions,
		isNumber: true,
		cell: (row: Seen) => countText(row.sessions, locale),
	};
	const lastSeen = {
		id: "last_seen",
		head: columns.lastSeen,
		cell: (row: Seen) => <span class="nw">{moment(row.last_seen)}</span>,
	};
	return (
		<>
			{user.locations.length > 0 && (
				<Panel label={users.places} title={users.places}>
					<Table
						label={`${users.places}, ${users.facts}`}
						rows={user.locations}
						keyOf={({ country, region, city }: UserAnswer["locations"][number]) =>
							`${country} ${region} ${city}`
						}
						columns={[
							{
								id: "place",
								head: columns.place,
								cell: ({ country, city }: UserAnswer["locations"][number]) => (
									<>
										{city !== "" && `${isolated(city)}, `}
										<ListLink field="country" value={country} />
									</>
								),
							},
							sessions,
							lastSeen,
						]}
					/>
				</Panel>
			)}
			<Panel label={users.devices} title={users.devices}>
				<Table
					label={`${users.devices}, ${users.facts}`}
					rows={user.devices}
					keyOf={(row) => Object.values(row).join(" ")}
					columns={[
						{
							id: "device",
							head: columns.device,
							cell: (row: UserAnswer["devices"][number]) =>
								joinIsolated(
									[
										row.device_type,
										joinIsolated([row.browser, row.browser_version], " "),
										joinIsolated([row.operating_system, row.operating_system_version], " "),
										row.screen_width > 0 && `${row.screen_width} × ${row.screen_height}`,
									],
									", ",
								),
						},
						sessions,
						lastSeen,
					]}
				/>
			</Panel>
			{user.linked_devices.length > 0 && (
				<Panel label={users.linked} title={users.linked}>
					<Table
						label={`${users.linked}, ${words.page.users}`}
						rows={user.linked_devices}
						keyOf={({ anonymous_id }) => anonymous_id}
						columns={[
							{
								id: "device",
								head: columns.device,
								cell: ({ anonymous_id }) => <span class="mono">{anonymous_id}</span>,
							},
							{
								id: "linked",
								head: columns.linked,
								cell: ({ created_at }) => <span class="nw">{moment(created_at)}</span>,
							},
						]}
					/>
				</Panel>
			)}
		</>
	);
};
