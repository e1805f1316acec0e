import { shownPath } from "@footfall/shared/text/shown-path";
import { clockText } from "../../format/time.ts";
import { wallTimeOf } from "../../format/wall-time.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { joinIsolated } from "../../i18n/isolated.ts";
import { useWording } from "../../i18n/language.ts";
import { ValuePicture } from "../../layout/picture/value-picture.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { valueText } from "../../layout/text/filter-text.ts";
import { useAddress } from "../../router/use-address.ts";
import { joined } from "../../ui/class-names.ts";
import { PersonLabel } from "../shared/person/person-label.tsx";
import { type LiveEvent, markOf, propertyOf } from "./event-list.ts";
import css from "./event-stream.module.css";

interface LiveEventRowProps {
	event: LiveEvent;
	/** Which other pages its viewer may open. */
	mayOpen: { sessions: boolean; users: boolean };
}

/** What happened: a verb and its object. */
const useDeed = (event: LiveEvent) => {
	const { verbs, on, from } = useAreaWords("live");
	const page = shownPath(event.pathname || "/");
	switch (event.type) {
		case "pageview":
			return { verb: verbs.pageview, name: page };
		case "custom_event":
			return { name: event.event_name, on, page };
		case "outbound":
			return { verb: verbs.outbound, name: propertyOf(event, "url"), on: from, page };
		case "button_click":
			return { verb: verbs.button_click, name: propertyOf(event, "text"), on, page };
		case "copy":
			return { verb: verbs.copy, on, page };
		case "form_submit":
			return { verb: verbs.form_submit, on, page };
		case "input_change":
			return { verb: verbs.input_change, on, page };
		default:
			return { verb: event.type, on, page };
	}
};

const Deed = ({ event }: { event: LiveEvent }) => {
	const { verb, name, on, page } = useDeed(event);
	return (
		<>
			{verb && <span class="mut">{verb} </span>}
			{name && <span class={event.type === "custom_event" ? css["name"] : undefined}>{name} </span>}
			{page !== undefined && (
				<>
					<span class="mut">{on} </span>
					{page}
				</>
			)}
		</>
	);
};

/** The visitor's place and device. */
const Who = ({ event, mayOpen }: LiveEventRowProps) => {
	const wording = useWording();
	const { destination, linkTo } = useAddress();
	const { identified_user_id: user, city, country, browser } = event;
	const place = country === "" ? "" : valueText("country", country, wording);
	const parts = joinIsolated([city, country], ", ");
	return (
		<span class={css["who"]}>
			{user !== "" &&
				(mayOpen.users && destination.to === "site" ? (
					<a class="link" href={linkTo({ ...destination, page: "users", rest: [user] })}>
						<PersonLabel person={event} />
					</a>
				) : (
					<PersonLabel person={event} />
				))}
			{parts !== "" && (
				<span class={css["place"]} title={joinIsolated([city, place], ", ")}>
					<ValuePicture field="country" value={country} />
					{parts}
				</span>
			)}
			{browser !== "" && (
				<span class="wide">
					<ValuePicture field="browser" value={browser} />
					{browser}
				</span>
			)}
		</span>
	);
};

/** An event of the stream; it links to its session. */
export const LiveEventRow = ({ event, mayOpen }: LiveEventRowProps) => {
	const { locale } = useWording();
	const live = useAreaWords("live");
	const { destination, linkTo } = useAddress();
	const { timeZone } = useSiteView();
	const at = Date.parse(event.timestamp);
	return (
		<li class={css["row"]}>
			<time class={css["time"]} dateTime={event.timestamp}>
				{clockText(wallTimeOf(at, timeZone), locale, { seconds: true })}
			</time>
			<span class={joined(css["mark"], css[markOf(event)])} aria-hidden="true" />
			<span class={css["what"]}>
				{mayOpen.sessions && destination.to === "site" ? (
					<a
						class={css["session"]}
						href={linkTo({ ...destination, page: "sessions", rest: [event.session_id] })}
					>
						<Deed event={event} />
						<span class="vh">, {live.openSession}</span>
					</a>
				) : (
					<Deed event={event} />
				)}
			</span>
			<Who event={event} mayOpen={mayOpen} />
		</li>
	);
};
