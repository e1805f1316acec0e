import { commandLine } from "@footfall/shared/command-line";
import { z } from "zod";
import { print, type RunCommand, usageError } from "./command.ts";
import { answerOfInstance, INSTANCE_OPTIONS, instanceOf } from "./instance.ts";

const ACCEPTED = {
	allowPositionals: true,
	options: {
		...INSTANCE_OPTIONS,
		site: { type: "string" },
		deploy: { type: "boolean", default: false },
		version: { type: "string" },
		link: { type: "string" },
		description: { type: "string" },
		date: { type: "string" },
		end: { type: "string" },
		reference: { type: "string" },
		public: { type: "boolean", default: false },
		"all-sites": { type: "boolean", default: false },
	},
} as const;

const When = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

const timeOf = (option: string, text: string): string => {
	if (When.safeParse(text).success) return text;
	throw usageError(
		`${option} must be a day such as 2026-11-28 or a time with a zone such as 2026-11-28T09:30:00Z, not "${text}".`,
	);
};

const linkOf = (text: string): string => {
	if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
	throw usageError(
		`--link must be an address like https://ci.example.com/runs/7, not "${text}". The address of the instance is --url.`,
	);
};

const filled = (option: string, text: string): string => {
	// As with a variable of CI that is not set.
	if (text.trim() === "") throw usageError(`${option} is empty.`);
	return text.trim();
};

/**
 * The request that a command line stands for.
 * @throws UsageError that says what to change
 */
export const annotationRequest = (parameters: readonly string[], now = Date.now()) => {
	const { values, positionals } = commandLine(parameters, ACCEPTED, usageError);
	const { site, deploy, version, link, description, date, end, reference } = values;
	const [text, more] = positionals;
	if (more !== undefined)
		throw usageError(`Unexpected argument "${more}". Put the text in quotation marks.`);
	if (site === undefined) throw usageError("Name the site with --site.");
	if (version !== undefined && !deploy) throw usageError("--version needs --deploy.");
	const title = text ?? version;
	if (title === undefined)
		throw usageError(deploy ? "Give the text or --version." : "Give the text of the annotation.");
	return {
		options: values,
		site: filled("--site", site),
		body: {
			title: filled(text === undefined ? "--version" : "The text", title),
			kind: deploy ? "deploy" : "note",
			date: date === undefined ? new Date(now).toISOString() : timeOf("--date", date),
			...(version !== undefined && { version: filled("--version", version) }),
			...(link !== undefined && { url: linkOf(link) }),
			...(description !== undefined && { description }),
			...(end !== undefined && { endDate: timeOf("--end", end) }),
			...(reference !== undefined && { reference: filled("--reference", reference) }),
			...(values.public && { isPublic: true }),
			...(values["all-sites"] && { scope: "organization" }),
		},
	};
};

/** Adds a note or a deployment to the charts of a site. */
export const run: RunCommand = async (parameters, { configuration }) => {
	const { options, site, body } = annotationRequest(parameters);
	const { annotationId, isNew } = await answerOfInstance<{ annotationId: number; isNew: boolean }>(
		instanceOf(options, configuration),
		`api/sites/${encodeURIComponent(site)}/annotations`,
		{ method: "POST", body },
	);
	print(
		isNew
			? `Added the annotation ${annotationId}.\n`
			: `The annotation ${annotationId} says so already; nothing is added.\n`,
	);
	return 0;
};
