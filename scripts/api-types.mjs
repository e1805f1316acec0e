import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { apiDocument } from "@footfall/api/document";
import openapiTS, { astToString } from "openapi-typescript";

/**
 * Generates from the built API's OpenAPI document the dashboard's types, and the fields that the answer of each report
 * that it shows must have. An unchanged file keeps its time.
 */

const dashboard = join(fileURLToPath(new URL("..", import.meta.url)), "packages/dashboard/src");
const folder = join(dashboard, "api");
// As a client receives it: without undefined fields.
const document = JSON.parse(JSON.stringify(apiDocument()));

/** The required fields of a schema: those of an object by name, of an array's items in a list, and 0 for other values. */
const requiredIn = ({ $ref, type, properties = {}, required = [], items, anyOf }) => {
	if ($ref) return requiredIn(document.components.schemas[$ref.split("/").at(-1)]);
	if (anyOf) {
		const shapes = anyOf.map(requiredIn).filter((shape) => shape !== 0);
		// Of an array and an object, both may arrive.
		return shapes.length > 1 ? { anyOf: shapes } : (shapes[0] ?? 0);
	}
	if (type === "array" && items) return [requiredIn(items)];
	const fields = required.map((name) => [name, requiredIn(properties[name] ?? {})]);
	return fields.length === 0 ? 0 : Object.fromEntries(fields);
};

const sources = readdirSync(dashboard, { recursive: true })
	.filter((name) => /\.tsx?$/.test(name) && !/schema|required-fields|\.test\./.test(name))
	.map((name) => readFileSync(join(dashboard, name), "utf8"));
const isShown = (report) => sources.some((source) => source.includes(`"${report}"`));

const PREFIX = "/api/sites/{site}/";
const answers = Object.entries(document.paths).flatMap(([path, { get }]) => {
	const schema = get?.responses[200]?.content?.["application/json"]?.schema;
	const report = path.slice(PREFIX.length);
	return schema && path.startsWith(PREFIX) && isShown(report) ? [[report, requiredIn(schema)]] : [];
});
const files = {
	"schema.ts": astToString(await openapiTS(document)),
	// Part of the repository, because unit tests run without a build: a line for each report.
	"required-fields.ts": `export default {\n${answers.map(([report, fields]) => `${JSON.stringify(report)}: ${JSON.stringify(fields)},\n`).join("")}};\n`,
};
for (const [name, text] of Object.entries(files)) {
	const file = join(folder, name);
	if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
}
