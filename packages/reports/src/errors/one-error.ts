import { refusedParameters } from "@footfall/shared/api-error";
import { z } from "zod";
import { hexId, PERSON_NUMBER } from "../query/dimensions.ts";
import { textParameter } from "../query/parameters.ts";
import type { QuerySql } from "../query/report-query.ts";
import { count } from "../report/report.ts";
import type { ErrorGroups } from "./error-groups.ts";

/** SQL of an error's message. */
export const MESSAGE = "JSONExtractString(properties, 'message')";

/** SQL of the id that stands for a message: messages have thousands of characters. */
const MESSAGE_ID = hexId(`sipHash64(${MESSAGE})`);

/**
 * SQL of an error's id; needs the parameters of `ErrorGroups`. Groups that are one error by their sources have its id.
 * Occurrences that older gateways received have no group, and belong to the error of their message.
 */
export const CANONICAL_ERROR_ID = `if(error_group != '', transform(error_group, {merged_groups:Array(String)}, {merged_into:Array(String)}, error_group), ${MESSAGE_ID})`;

/** SQL of a number that stands for a message. */
export const MESSAGE_NUMBER = `sipHash64(${MESSAGE})`;

/** How often an error occurred, in how many sessions, for how many people. */
export const ErrorCounts = z
	.object({ count: count(), sessionCount: count(), userCount: count() })
	.meta({ component: "ErrorCounts" });
export type ErrorCounts = z.infer<typeof ErrorCounts>;

/** SQL of the same, over rows of errors. */
export const ERROR_COUNTS = `count() AS count,
    uniqExact(session_id) AS sessionCount,
    uniqExact(${PERSON_NUMBER}) AS userCount`;

/** The parameters that name an error. */
export const oneErrorParameters = (whether: string) => ({
	errorMessage: textParameter(`The exact message of the error. ${whether}`),
	errorId: textParameter("The error's `errorId` as /errors/names lists it, instead of its message"),
});
type OneError = { [name in keyof ReturnType<typeof oneErrorParameters>]?: string | undefined };

/** SQL for the rows of the named error; undefined when none is named. */
const conditionOf = (
	{ errorMessage, errorId }: OneError,
	{ bind }: QuerySql,
	groups: ErrorGroups,
) => {
	if (errorMessage) return `${MESSAGE} = ${bind(errorMessage, "String")}`;
	if (!errorId) return undefined;
	const id = groups.idOf(errorId);
	return `(error_group IN ${bind(groups.membersOf(id), "Array(String)")} OR ${MESSAGE_ID} = ${bind(id, "String")})`;
};

/** SQL for the rows of one error. @throws ApiError when none is named */
export const ofOneError = (given: OneError, querySql: QuerySql, groups: ErrorGroups): string => {
	const condition = conditionOf(given, querySql, groups);
	if (condition === undefined)
		throw refusedParameters(
			"errorMessage parameter is required",
			"errorMessage: the value of an error as /errors/names lists them, or errorId: its errorId",
		);
	return condition;
};

/** SQL for the rows of the named error, or of all that have a message. */
export const ofErrors = (given: OneError, querySql: QuerySql, groups: ErrorGroups): string =>
	conditionOf(given, querySql, groups) ?? `${MESSAGE} != ''`;
