import { useState } from "preact/hooks";
import { failureOf, type RequestFailure } from "../../../api/failure.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { GuideLink } from "../../shared/report/guide-link.tsx";
import { type SiteConfig, useSiteConfig } from "../config/site-config.ts";
import frame from "../frame/frame.module.css";
import { FailureLine, Section } from "../frame/section.tsx";
import {
	type EventSchema,
	resendAll,
	saveSchemas,
	useQuarantined,
	useViolations,
} from "./schema-api.ts";
import { SchemaForm } from "./schema-form.tsx";
import css from "./schemas.module.css";
import { useSchemaWords } from "./use-schema-words.ts";
import { ViolationTable } from "./violation-table.tsx";

const NEW_SCHEMA: EventSchema = {
	event: "",
	mode: "watch",
	schema: { type: "object", properties: {}, required: [] },
};

const Violations = () => {
	const words = useSchemaWords();
	const { site } = useSiteView();
	const rows = useViolations(site.id).data?.data;
	if (rows === undefined) return null;
	return (
		<>
			<h3>{words.violations}</h3>
			{rows.length === 0 ? (
				<p class="sec">{words.noViolations}</p>
			) : (
				<ViolationTable label={words.violations} rows={rows} />
			)}
		</>
	);
};

const Quarantine = () => {
	const words = useSchemaWords();
	const { site } = useSiteView();
	const report = useQuarantined(site.id);
	const [failure, setFailure] = useState<RequestFailure>();
	const total = report.data?.data.total ?? 0;
	const resend = async () => {
		setFailure(undefined);
		try {
			toast(words.resent(String(await resendAll(site.id))));
		} catch (thrown) {
			setFailure(failureOf(thrown));
		}
	};
	if (total === 0) return null;
	return (
		<p class="row wrap">
			{words.quarantined(String(total))}
			{site.mayConfigure && <Button onClick={resend}>{words.resend}</Button>}
			{failure && <FailureLine failure={failure} />}
		</p>
	);
};

/** What the properties of custom events must look like, and how events violate that. */
export const SchemasSection = ({ config, title }: { config: SiteConfig; title: string }) => {
	const words = useSchemaWords();
	const { site } = useSiteView();
	const { retry } = useSiteConfig();
	const [edited, setEdited] = useState<string>();
	const [formNumber, setFormNumber] = useState(0);
	const [failure, setFailure] = useState<RequestFailure>();
	const schemas = config.eventSchemas as readonly EventSchema[];

	const save = async (next: EventSchema[], confirm: boolean) => {
		await saveSchemas(site.id, next, confirm);
		retry();
		setEdited(undefined);
		setFormNumber(formNumber + 1);
		toast(words.saved);
	};
	const without = (name: string) => schemas.filter(({ event }) => event !== name);
	const remove = async (name: string) => {
		setFailure(undefined);
		try {
			await save(without(name), true);
		} catch (thrown) {
			setFailure(failureOf(thrown));
		}
	};
	return (
		<Section title={title} text={words.text} actions={<GuideLink to="event-schemas" />}>
			<Panel label={title}>
				<div class={frame["more"]}>
					{schemas.length === 0 && <p class="sec">{words.none}</p>}
					<ul aria-label={words.list}>
						{schemas.map(({ event, mode }) => (
							<li key={event} class={css["schema"]}>
								<span class="mono">{event}</span>
								<span class="mut">{words.modes[mode]}</span>
								{site.mayConfigure && (
									<span class="end row wrap">
										<Button
											kind="tool"
											aria-label={words.edit(event)}
											onClick={() => setEdited(event)}
										>
											✎
										</Button>
										<Button
											kind="tool"
											aria-label={words.remove(event)}
											onClick={() => remove(event)}
										>
											×
										</Button>
									</span>
								)}
							</li>
						))}
					</ul>
					{failure && <FailureLine failure={failure} />}
					{site.mayConfigure && (
						<SchemaForm
							key={`${formNumber} ${edited}`}
							initial={schemas.find(({ event }) => event === edited) ?? NEW_SCHEMA}
							onSave={(schema, confirm) =>
								save([...without(edited ?? schema.event), schema], confirm)
							}
						/>
					)}
					<Quarantine />
					<Violations />
				</div>
			</Panel>
		</Section>
	);
};
