import type { ReaderOptions, ReadFrom } from "@footfall/queue";
import { commandLine } from "@footfall/shared/command-line";
import { RECORD_TYPES } from "@footfall/shared/envelope/record-envelope";
import { unknownName } from "@footfall/shared/nearest-name";
import { requireDataDirectory } from "../configuration/require-data.ts";
import { onStopSignals } from "../processes/signals.ts";
import { withReader } from "../storage/queue.ts";
import { findSite } from "../tail/find-site.ts";
import { openOutput } from "../tail/output.ts";
import { PLACES, placeOf } from "../tail/place.ts";
import { printRecords } from "../tail/print-records.ts";
import { type RunCommand, usageError } from "./command.ts";
import { createTerminalLogger } from "./terminal-logger.ts";

export interface TailOptions {
	/** Number, id or domain of the site; `undefined` for all. */
	site: string | undefined;
	from: ReadFrom;
	until: ReaderOptions["until"];
	/** Empty for all. */
	types: ReadonlySet<string>;
	follow: boolean;
	limit: number;
	positions: boolean;
}

const ACCEPTED = {
	options: {
		site: { type: "string" },
		all: { type: "boolean" },
		from: { type: "string", default: "now" },
		until: { type: "string" },
		type: { type: "string", multiple: true },
		follow: { type: "boolean" },
		"no-follow": { type: "boolean" },
		limit: { type: "string" },
		positions: { type: "boolean" },
	},
} as const;

const fromOf = (text: string, now: number): ReadFrom => {
	const place = placeOf(text, now);
	if (place === undefined) throw usageError(`--from must be ${PLACES}, not "${text}".`);
	return place;
};

const untilOf = (text: string | undefined, now: number): ReaderOptions["until"] => {
	const place = text === undefined ? undefined : placeOf(text, now);
	if (text === undefined) return undefined;
	if (place === "end") return { appendedAt: now };
	if (typeof place === "object") return place;
	throw usageError(
		`--until must be now, a time with a zone, a day, how long ago or a position, not "${text}".`,
	);
};

const typesOf = (given: readonly string[]): ReadonlySet<string> => {
	const types = given.flatMap((text) => text.split(","));
	const known: readonly string[] = RECORD_TYPES;
	const unknown = types.find((type) => !known.includes(type));
	if (unknown !== undefined) throw usageError(`${unknownName("type", unknown, known)}.`);
	return new Set(types);
};

const limitOf = (text: string | undefined): number => {
	if (text === undefined) return Number.POSITIVE_INFINITY;
	if (!/^[1-9]\d{0,14}$/.test(text))
		throw usageError(`--limit must be a whole number above 0, not "${text}".`);
	return Number(text);
};

/** @throws UsageError that says what to change */
export const tailOptions = (parameters: readonly string[], now = Date.now()): TailOptions => {
	const { values } = commandLine(parameters, ACCEPTED, usageError);
	const { site, all = false, follow = false, positions = false } = values;
	const stays = values["no-follow"] ?? false;
	if (all === (site !== undefined))
		throw usageError(
			all ? "Use --site or --all, not both." : "Name the site with --site, or use --all.",
		);
	if (site === "") throw usageError("--site must be the number, id or domain of a site.");
	if (follow && stays) throw usageError("Use --follow or --no-follow, not both.");
	return {
		site,
		from: fromOf(values.from, now),
		until: untilOf(values.until, now),
		types: typesOf(values.type ?? []),
		follow: !stays,
		limit: limitOf(values.limit),
		positions,
	};
};

/** Prints records until it is stopped, or the end that the options name; prints a position to continue from. */
export const run: RunCommand = async (parameters, { configuration, log }) => {
	const options = tailOptions(parameters);
	const { kafka, dataDirectory } = configuration;
	if (kafka === undefined) requireDataDirectory(configuration);
	const site = options.site === undefined ? undefined : await findSite(options.site, dataDirectory);
	const stopping = new AbortController();
	onStopSignals(() => stopping.abort());
	const output = openOutput(process.stdout, stopping);
	const { signal } = stopping;
	const position = await withReader(
		configuration,
		{ ...options, signal },
		createTerminalLogger(log),
		(reader) => printRecords(reader, { ...options, site }, output),
	);
	output.note(`Continue with --from ${position}`);
	return 0;
};
