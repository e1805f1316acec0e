import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EnvironmentError } from "@footfall/shared/environment";
import { EventSchema } from "@footfall/shared/schemas/event-schemas";
import { z } from "zod";
import { fileFault } from "../faults/file-fault.ts";

const SUFFIX = ".json";

const schemaIn = (path: string): EventSchema => {
	let value: unknown;
	try {
		value = JSON.parse(readFileSync(path, "utf8"));
	} catch (error) {
		if (error instanceof SyntaxError)
			throw new EnvironmentError(`${path}: is not JSON: ${error.message}`);
		throw fileFault(error, path);
	}
	const { data, error } = EventSchema.strict().safeParse(value);
	if (error === undefined) return data;
	throw new EnvironmentError(
		`${path}: must be {"event": NAME, "mode": "watch", "warn" or "quarantine", "schema": {…}}\n${z.prettifyError(error)}`,
	);
};

/**
 * The schemas in a folder: one in each of its JSON files, in the order of their names.
 * @throws EnvironmentError that names the file and what to change
 */
export const readSchemaFiles = (directory: string): EventSchema[] => {
	try {
		const names = readdirSync(directory).filter((name) => name.endsWith(SUFFIX));
		return names.sort().map((name) => schemaIn(join(directory, name)));
	} catch (error) {
		throw fileFault(error, directory);
	}
};

/** The name of an event as that of a file, the same on every system. */
const fileNameOf = (event: string): string =>
	`${encodeURIComponent(event).replace(/[*.]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)}${SUFFIX}`;

/**
 * Writes each schema to a file of its own; other files stay.
 * @returns the paths
 * @throws EnvironmentError
 */
export const writeSchemaFiles = (directory: string, schemas: readonly EventSchema[]): string[] => {
	try {
		mkdirSync(directory, { recursive: true });
		return schemas.map(({ event, mode, schema }) => {
			const path = join(directory, fileNameOf(event));
			writeFileSync(path, `${JSON.stringify({ event, mode, schema }, undefined, "\t")}\n`);
			return path;
		});
	} catch (error) {
		throw fileFault(error, directory);
	}
};
