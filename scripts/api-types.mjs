import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { apiDocument } from "@footfall/api/document";
import openapiTS, { astToString } from "openapi-typescript";

/** Generates the dashboard's types from the built API's OpenAPI document. An unchanged file keeps its time. */

const file = join(
	fileURLToPath(new URL("..", import.meta.url)),
	"packages/dashboard/src/api/schema.ts",
);
// As a client receives it: without undefined fields.
const document = JSON.parse(JSON.stringify(apiDocument()));
const types = astToString(await openapiTS(document));
if (!existsSync(file) || readFileSync(file, "utf8") !== types) writeFileSync(file, types);
