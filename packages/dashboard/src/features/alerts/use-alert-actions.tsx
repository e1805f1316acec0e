import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { parseWallTime } from "../../format/wall-time.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { useWrite } from "../../layout/write/use-write.ts";
import { addDays, dayOf, isDay } from "../../router/days.ts";
import { useAddress } from "../../router/use-address.ts";
import { TextField } from "../../ui/form/field.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import type { MenuItem } from "../../ui/overlay/menu.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import { usePageLink } from "../shared/report/crumbs.tsx";
import { instantOf } from "../shared/time/instant-of.ts";
import { Confirm } from "../shared/write/confirm.tsx";
import { useQuickWrite } from "../shared/write/use-quick-write.ts";
import { type Alert, deleteAlert, pauseAlert, resumeAlert } from "./alert-api.ts";
import css from "./alerts.module.css";

const HOUR_MS = 3_600_000;

/** Asks for a day and a time, in the zone that the page shows. */
const PauseUntil = ({ alert, onClose }: { alert: Alert; onClose(): void }) => {
	const own = useAreaWords("alerts");
	const { one: texts } = own;
	const { site, timeZone, now } = useSiteView();
	const [day, setDay] = useState(() => addDays(dayOf(now, timeZone), 1));
	const [time, setTime] = useState("08:00");
	const [isBad, setIsBad] = useState(false);
	const { isBusy, error, write } = useWrite();
	const save = async () => {
		const until = isDay(day) ? instantOf(parseWallTime(`${day} ${time}`), timeZone) : Number.NaN;
		const isToCome = until > Date.now();
		setIsBad(!isToCome);
		if (!isToCome) return;
		const iso = new Date(until).toISOString();
		if (!(await write(() => pauseAlert(site.id, alert.alertId, iso)))) return;
		toast(texts.paused(alert.name));
		onClose();
	};
	return (
		<FormDialog
			title={texts.untilTitle}
			action={texts.pause}
			isReady={!isBusy}
			error={error}
			onSubmit={() => void save()}
			onClose={onClose}
		>
			<div class={css["pair"]}>
				<TextField
					label={texts.untilDay}
					type="date"
					value={day}
					error={isBad ? texts.untilBad : undefined}
					onInput={({ currentTarget }) => setDay(currentTarget.value)}
				/>
				<TextField
					label={texts.untilTime}
					type="time"
					value={time}
					hint={timeZone}
					onInput={({ currentTarget }) => setTime(currentTarget.value)}
				/>
			</div>
		</FormDialog>
	);
};

/** What can be done with an alert: the items of menus, and the dialog that one of them opens. */
export const useAlertActions = (
	alert: Alert,
): { pauses: readonly MenuItem[]; items: readonly MenuItem[]; dialog: ComponentChildren } => {
	const own = useAreaWords("alerts");
	const { one: texts } = own;
	const { site } = useSiteView();
	const { destination, goTo } = useAddress();
	const pageLink = usePageLink();
	const write = useQuickWrite();
	const [open, setOpen] = useState<"until" | "delete">();
	const close = () => setOpen(undefined);
	const { alertId, name, state } = alert;
	const pause = (forMs: number | undefined) => () => {
		const until = forMs === undefined ? undefined : new Date(Date.now() + forMs).toISOString();
		void write(() => pauseAlert(site.id, alertId, until), texts.paused(name));
	};
	const resume = {
		id: "resume",
		label: texts.resume,
		onPick: () => void write(() => resumeAlert(site.id, alertId), texts.resumed(name)),
	};
	const pauses =
		state === "paused"
			? [resume]
			: [
					{ id: "hour", label: texts.hour, onPick: pause(HOUR_MS) },
					{ id: "day", label: texts.day, onPick: pause(24 * HOUR_MS) },
					{ id: "until", label: texts.untilChoose, onPick: () => setOpen("until") },
					{ id: "forever", label: texts.forever, onPick: pause(undefined) },
				];
	const inMenu = pauses.map((item) =>
		item.id === "resume" ? item : { ...item, label: `${texts.pause}: ${item.label}` },
	);
	const items = [
		{ id: "edit", label: own.edit, href: pageLink("alerts", String(alertId), "edit") },
		...inMenu,
		{ id: "delete", label: own.delete, onPick: () => setOpen("delete") },
	];
	const dialog = (
		<>
			{open === "until" && <PauseUntil alert={alert} onClose={close} />}
			{open === "delete" && (
				<Confirm
					title={texts.deleteTitle(name)}
					action={own.delete}
					change={() => deleteAlert(site.id, alertId)}
					onDone={() => {
						toast(texts.deleted(name));
						close();
						if (destination.to === "site" && destination.rest.length > 0)
							goTo({ ...destination, rest: [] });
					}}
					onClose={close}
				>
					{texts.deleteText}
				</Confirm>
			)}
		</>
	);
	return { pauses, items, dialog };
};
