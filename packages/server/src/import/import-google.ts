import { readFileSync } from "node:fs";
import { type ImportState, readSource } from "@footfall/api";
import {
	GoogleFault,
	type GooglePlatform,
	type GoogleRequest,
	type GoogleWait,
	openGoogleSource,
	propertyOf,
} from "@footfall/imports";
import { EnvironmentError } from "@footfall/shared/environment";
import { pause } from "@footfall/shared/waiting/pause";
import type { ImportClient } from "../backend-calls/local-import-calls.ts";
import type { Configuration } from "../configuration/configuration.ts";
import { fileFault } from "../faults/file-fault.ts";
import { UnusableInputError } from "../faults/unusable-input-error.ts";

/** An import that is read from Google instead of files. */
export interface GoogleImportOptions {
	platform: GooglePlatform;
	property: string;
	keyFile: string;
	site: string;
	from: string | undefined;
	to: string | undefined;
}

const NAMES: Readonly<Record<GooglePlatform, string>> = {
	ga4: "Google Analytics",
	search_console: "Search Console",
};

const keyIn = (path: string): string => {
	try {
		return readFileSync(path, "utf8");
	} catch (error) {
		throw fileFault(error, path);
	}
};

/** What the operator can change, or wait for. */
const faultOf = (error: unknown, keyFile: string): unknown => {
	if (!(error instanceof GoogleFault)) return error;
	if (error.kind === "later") return new EnvironmentError(error.message);
	return new UnusableInputError(
		error.kind === "key" ? `${keyFile}: ${error.message}` : error.message,
	);
};

const timeOf = (at: number) => new Date(at).toISOString().slice(0, 16).replace("T", " ");

const tell = (line: string): void => void process.stderr.write(`${line}\n`);

/**
 * Reads a property and sends its sums, as far as they are missing.
 * @returns the import's state as it began
 */
export const importFromGoogle = async (
	{ send }: ImportClient,
	{ keyFile, site, ...options }: GoogleImportOptions,
	{ googleAddresses }: Pick<Configuration, "googleAddresses">,
): Promise<ImportState> => {
	let importId: string | undefined;
	let told: string | undefined;
	const onWait = async (waiting: GoogleWait) => {
		const line = `${waiting.reason}; continuing at ${timeOf(waiting.until)} UTC`;
		if (line !== told) tell(line);
		told = line;
		if (importId === undefined) return;
		const { state } = await send({ call: "wait", importId, waiting });
		if (state !== "receiving")
			throw new EnvironmentError(
				"The import was cancelled in the dashboard. Nothing of it is kept.",
			);
	};
	const { platform, from, to } = options;
	const asked = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
	const request: GoogleRequest = {
		platform,
		property: options.property,
		key: keyIn(keyFile),
		...asked,
	};
	try {
		const source = await openGoogleSource(request, {
			addresses: googleAddresses,
			pause: (ms) => pause(ms),
			onWait,
		});
		const property = propertyOf(platform, options.property);
		const begun = await send({
			call: "beginSource",
			site,
			platform,
			asked,
			source: { property, ...source.range, units: source.units(source.range).length },
		});
		({ importId } = begun);
		const range = begun.source ?? source.range;
		const units = begun.source?.units ?? 0;
		if (begun.state !== "receiving") return begun;
		tell(
			`${begun.nextRow > 0 ? "Continuing with" : "Reading"} ${property} of ${NAMES[platform]}, ${range.from} to ${range.to}`,
		);
		await readSource(source, begun, {
			send,
			onUnit: (stored, unit) =>
				tell(
					`${String(Math.floor((100 * stored) / units)).padStart(3)}%  ${unit.from} to ${unit.to}: ${unit.set || "days"}`,
				),
		});
		return begun;
	} catch (error) {
		throw faultOf(error, keyFile);
	}
};
