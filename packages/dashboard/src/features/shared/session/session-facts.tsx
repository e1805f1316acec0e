import type { ComponentChildren } from "preact";
import { durationText } from "../../../format/duration.ts";
import { momentText } from "../../../format/time.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { joinIsolated } from "../../../i18n/isolated.ts";
import { useWording } from "../../../i18n/language.ts";
import { ValuePicture } from "../../../layout/picture/value-picture.tsx";
import { useSiteView } from "../../../layout/site-view.ts";
import { valueText } from "../../../layout/text/filter-text.ts";
import { useAddress } from "../../../router/use-address.ts";
import { type Fact, Facts } from "../../../ui/facts.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { ListLink } from "../list/list-link.tsx";
import css from "../list/list-page.module.css";
import { sourceOf } from "../list/source-of.ts";
import { PersonLabel } from "../person/person-label.tsx";
import { personId } from "../person/person-name.ts";
import { TraitFacts } from "../person/trait-facts.tsx";
import { usePathReport } from "../report/use-path-report.ts";
import { useSiteMoment } from "../time/use-site-moment.ts";
import { isMeasured, VitalFacts } from "./session-vitals.tsx";
import type { SessionRow } from "./timeline.ts";

/** Formats times in the visitor's own time zone; empty if the zone is unknown. */
const theirTime = (instant: string, timeZone: string, locale: string, now: number): string => {
	try {
		return momentText(Date.parse(instant), { locale, timeZone, now });
	} catch {
		return "";
	}
};

/** The web vitals of a session's pages. Measurements may arrive shortly after its last event. */
const SessionVitals = ({ session }: { session: SessionRow }) => {
	const { session: words } = useAreaWords("people");
	const until = new Date(Date.parse(session.session_end) + 5 * 60_000);
	const wire = (instant: string | Date) =>
		new Date(instant).toISOString().slice(0, 19).replace("T", " ");
	const report = usePathReport(
		"performance/overview",
		{},
		{
			parameters: {
				start_datetime: wire(session.session_start),
				end_datetime: wire(until),
				filters: JSON.stringify([
					{ parameter: "user_id", type: "equals", value: [personId(session)] },
				]),
			},
		},
	);
	const vitals = report.data?.data;
	if (!isMeasured(vitals)) return null;
	return (
		<Panel label={words.vitals} title={words.vitals} isPadded>
			<VitalFacts vitals={vitals} />
		</Panel>
	);
};

const useVisitFacts = (session: SessionRow): Fact[] => {
	const { locale, words } = useWording();
	const { fact } = useAreaWords("people");
	const { now, timeZone } = useSiteView();
	const moment = useSiteMoment();
	const wording = { words, locale };
	const value = (field: string, text: string): ComponentChildren =>
		text !== "" && <ListLink field={field} value={text} />;
	const utm = (["source", "medium", "campaign", "term", "content"] as const).map(
		(name): Fact => [words.field[`utm_${name}`], value(`utm_${name}`, session[`utm_${name}`])],
	);
	return [
		[
			fact.started,
			<>
				{moment(session.session_start, { seconds: true })} <span class="mut">{timeZone}</span>
			</>,
		],
		[
			fact.theirTime,
			session.timezone !== "" && (
				<>
					{theirTime(session.session_start, session.timezone, locale, now)}{" "}
					<span class="mut">{session.timezone}</span>
				</>
			),
		],
		[fact.duration, durationText(session.session_duration, locale)],
		[fact.cameFrom, <ListLink key="source" {...sourceOf(session)} />],
		[fact.referrer, session.referrer],
		[words.field.channel, value("channel", session.channel)],
		...utm,
		[words.field.entry_page, value("entry_page", session.entry_page)],
		[words.field.exit_page, value("exit_page", session.exit_page)],
		[words.field.hostname, value("hostname", session.hostname)],
		[words.field.tag, value("tag", session.tag)],
		[
			fact.place,
			session.country !== "" && (
				<>
					<ValuePicture field="country" value={session.country} />
					{joinIsolated(
						[session.city, session.region, valueText("country", session.country, wording)],
						", ",
					)}
				</>
			),
		],
		[words.field.language, value("language", session.language)],
	];
};

/** The session's visitor and source. */
export const SessionFacts = ({ session }: { session: SessionRow }) => {
	const { fact, session: people } = useAreaWords("people");
	const { destination, linkTo } = useAddress();
	const visit = useVisitFacts(session);
	const userHref =
		destination.to === "site"
			? linkTo({ ...destination, page: "users", rest: [personId(session)] })
			: "#";
	return (
		<>
			<Panel
				label={people.person}
				title={<PersonLabel person={session} />}
				aside={
					<a class="link" href={userHref}>
						{people.allOfPerson}
					</a>
				}
				isPadded
			>
				<Facts
					facts={[
						[
							fact.userId,
							session.identified_user_id && <span class="mono">{session.identified_user_id}</span>,
						],
						[
							fact.deviceId,
							<span key="id" class="mono">
								{session.user_id}
							</span>,
						],
						["IP", session.ip],
					]}
				/>
				<TraitFacts traits={session.traits} />
			</Panel>
			<Panel label={people.visit} title={people.visit} isPadded>
				<Facts facts={visit} />
			</Panel>
		</>
	);
};

/** The session's device and web vitals. */
export const SessionMeasures = ({ session }: { session: SessionRow }) => {
	const { words } = useWording();
	const { session: people } = useAreaWords("people");
	const { screen_width: width, screen_height: height } = session;
	return (
		<div class={css["pair"]}>
			<Panel label={people.device} title={people.device} isPadded>
				<Facts
					facts={[
						[
							words.field.device_type,
							session.device_type !== "" && (
								<>
									<ValuePicture field="device_type" value={session.device_type} />
									{session.device_type}
								</>
							),
						],
						[
							words.field.browser,
							<ListLink key="browser" field="browser" value={session.browser}>
								{joinIsolated([session.browser, session.browser_version], " ")}
							</ListLink>,
						],
						[
							words.field.operating_system,
							session.operating_system !== "" && (
								<>
									<ValuePicture field="operating_system" value={session.operating_system} />
									{joinIsolated([session.operating_system, session.operating_system_version], " ")}
								</>
							),
						],
						[words.field.dimensions, width > 0 && `${width} × ${height}`],
					]}
				/>
			</Panel>
			<SessionVitals session={session} />
		</div>
	);
};
