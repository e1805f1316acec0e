import { isDeepStrictEqual } from "node:util";
import { commandLine } from "@footfall/shared/command-line";
import type { EventSchema } from "@footfall/shared/schemas/event-schemas";
import { print, type RunCommand, usageError } from "./command.ts";
import { askInstance, INSTANCE_OPTIONS, type Instance, instanceOf } from "./instance.ts";
import { readSchemaFiles, writeSchemaFiles } from "./schema-files.ts";

const ACCEPTED = {
	allowPositionals: true,
	options: {
		...INSTANCE_OPTIONS,
		site: { type: "string" },
		confirm: { type: "boolean", default: false },
	},
} as const;

const pathOf = (site: string) => `api/sites/${encodeURIComponent(site)}/event-schemas`;

/** The site's schemas, and TypeScript that declares them. */
export const schemasOf = (instance: Instance, site: string) =>
	askInstance<{ schemas: EventSchema[]; types: string }>(instance, pathOf(site), { method: "GET" });

/** What a push changes, a line for each event. */
const changesOf = (before: readonly EventSchema[], after: readonly EventSchema[]): string[] => {
	const known = new Map(before.map((schema) => [schema.event, schema]));
	const pushed = new Set(after.map(({ event }) => event));
	return [
		...after.flatMap((schema) => {
			const { event, mode } = schema;
			const other = known.get(event);
			if (isDeepStrictEqual(other, schema)) return [];
			return [`${event}: ${other === undefined ? "added" : "changed"}, mode ${mode}`];
		}),
		...before.flatMap(({ event }) => (pushed.has(event) ? [] : [`${event}: removed`])),
	];
};

const push = async (instance: Instance, site: string, directory: string, confirm: boolean) => {
	const schemas = readSchemaFiles(directory);
	const { schemas: before } = await schemasOf(instance, site);
	await askInstance(instance, pathOf(site), { method: "PUT", body: { schemas, confirm } });
	const changes = changesOf(before, schemas);
	return changes.length === 0 ? ["Nothing has changed."] : changes;
};

const pull = async (instance: Instance, site: string, directory: string) => {
	const { schemas } = await schemasOf(instance, site);
	const paths = writeSchemaFiles(directory, schemas);
	return paths.length === 0 ? ["The site has no event schemas."] : paths;
};

/** Copies a site's event schemas between files and an instance. */
export const run: RunCommand = async (parameters, { configuration }) => {
	const { values, positionals } = commandLine(parameters, ACCEPTED, usageError);
	const [action, directory, more] = positionals;
	if (action !== "push" && action !== "pull") throw usageError('Say "push" or "pull".');
	if (directory === undefined) throw usageError("Name the directory of the schemas' files.");
	if (more !== undefined) throw usageError(`Unexpected argument "${more}".`);
	if (values.site === undefined) throw usageError("Name the site with --site.");
	const instance = instanceOf(values, configuration);
	const lines =
		action === "push"
			? await push(instance, values.site, directory, values.confirm)
			: await pull(instance, values.site, directory);
	print(`${lines.join("\n")}\n`);
	return 0;
};
