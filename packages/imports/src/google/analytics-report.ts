import { commonFault, type GoogleAnswer, messageOf } from "./google-answer.ts";
import type { GoogleApi, Patience } from "./google-api.ts";
import { GoogleFault } from "./google-fault.ts";
import type { DayRange } from "./google-source.ts";

export const SERVICE = "Google Analytics";

/** Google gives at most 250,000; these are some 20 MB. */
const PAGE_ROWS = 50_000;
/** A report that changes while its pages are read is read again. */
const MOST_READINGS = 3;

/** A property, and who reads it. */
export interface AnalyticsProperty {
	api: Pick<GoogleApi, "call">;
	address: string;
	/** Digits. */
	property: string;
	email: string;
}

interface Row {
	dimensions: readonly string[];
	/** By name; NaN where Google gave no number. */
	metrics: Readonly<Record<string, number>>;
}

/** A whole report, of all its pages. */
export interface AnalyticsReport {
	rows: Row[];
	timeZone: string;
	/** Worked out from a part of the events. */
	isSampled: boolean;
	/** Rows of few people are missing. */
	isThresholded: boolean;
	/** Rare values are one row. */
	hasOther: boolean;
}

type Fields = Readonly<Record<string, unknown>>;
const listIn = (value: unknown): Fields[] =>
	Array.isArray(value)
		? value.filter((one): one is Fields => typeof one === "object" && one !== null)
		: [];
const fieldsOf = (value: unknown): Fields =>
	typeof value === "object" && value !== null ? (value as Fields) : {};
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** `Field x is not a valid metric` names the field. */
const INVALID_FIELD = /Field "?([\w:]+)"? is not a valid (\w+)/g;

/** Names that Google does not know: one sentence for all of them. */
export const fieldFault = (names: readonly string[]): GoogleFault =>
	new GoogleFault(
		"field",
		`${SERVICE} does not know ${names.map((name) => `"${name}"`).join(", ")}, so it must have been renamed or removed: update Footfall, or report it if this is the newest version.`,
	);

export const analyticsFault = (
	{ property, email }: Pick<AnalyticsProperty, "property" | "email">,
	answer: GoogleAnswer,
): GoogleFault => {
	const unknown = [...messageOf(answer).matchAll(INVALID_FIELD)].map(([, name = ""]) => name);
	if (answer.status === 400 && unknown.length > 0) return fieldFault(unknown);
	const common = commonFault(answer, { service: SERVICE, email });
	if (common.kind !== "request") return common;
	if (answer.status === 403)
		return new GoogleFault(
			"access",
			`${email} may not read the property ${property}: add this address as a viewer in Google Analytics, under Admin → Property access management, or correct the number of the property.`,
		);
	if (answer.status === 404)
		return new GoogleFault(
			"property",
			`There is no property ${property} in Google Analytics: its number is there under Admin → Property details.`,
		);
	return common;
};

const ask = (
	{ api, address, property, email }: AnalyticsProperty,
	{
		method,
		path,
		body,
		patience,
	}: { method: "GET" | "POST"; path: string; body?: object; patience: Patience },
) =>
	api.call({
		service: SERVICE,
		method,
		url: `${address}/v1beta/properties/${property}${path}`,
		...(body && { body }),
		patience,
		faultOf: (answer) => analyticsFault({ property, email }, answer),
	});

/** Which of these names Google does not know for the property. */
export const unknownFields = async (
	source: AnalyticsProperty,
	{ dimensions, metrics }: { dimensions: readonly string[]; metrics: readonly string[] },
	patience: Patience,
): Promise<string[]> => {
	const answer = await ask(source, { method: "GET", path: "/metadata", patience });
	const namesIn = (value: unknown) => new Set(listIn(value).map(({ apiName }) => textOf(apiName)));
	const known = { dimensions: namesIn(answer["dimensions"]), metrics: namesIn(answer["metrics"]) };
	return [
		...dimensions.filter((name) => !known.dimensions.has(name)),
		...metrics.filter((name) => !known.metrics.has(name)),
	];
};

const namesOf = (headers: unknown) => listIn(headers).map(({ name }) => textOf(name));
const valuesOf = (values: unknown) => listIn(values).map(({ value }) => textOf(value));

interface Asked extends DayRange {
	dimensions: readonly string[];
	metrics: readonly string[];
	/** Only that many rows. */
	most?: number;
}

const bodyOf = ({ from, to, dimensions, metrics }: Asked, limit: number, offset: number) => ({
	dateRanges: [{ startDate: from, endDate: to }],
	dimensions: dimensions.map((name) => ({ name })),
	metrics: metrics.map((name) => ({ name })),
	// In a fixed order, so that pages do not overlap.
	orderBys: dimensions.map((dimensionName) => ({ dimension: { dimensionName } })),
	limit: String(limit),
	offset: String(offset),
	keepEmptyRows: false,
	returnPropertyQuota: true,
});

/** A page's rows with their columns in the order asked for, whatever the answer's order. */
const rowsOf = (answer: Fields, { dimensions, metrics }: Asked): Row[] => {
	const dimensionNames = namesOf(answer["dimensionHeaders"]);
	const metricNames = namesOf(answer["metricHeaders"]);
	const places = dimensions.map((name) => dimensionNames.indexOf(name));
	return listIn(answer["rows"]).map(({ dimensionValues, metricValues }) => {
		const values = valuesOf(dimensionValues);
		const numbers = valuesOf(metricValues);
		return {
			dimensions: places.map((place) => values[place] ?? ""),
			metrics: Object.fromEntries(
				metrics.map((name) => {
					const text = numbers[metricNames.indexOf(name)] ?? "";
					return [name, text === "" ? Number.NaN : Number(text)];
				}),
			),
		};
	});
};

const readOnce = async (
	source: AnalyticsProperty,
	asked: Asked,
	patience: Patience,
): Promise<AnalyticsReport | undefined> => {
	const report: AnalyticsReport = {
		rows: [],
		timeZone: "",
		isSampled: false,
		isThresholded: false,
		hasOther: false,
	};
	const limit = asked.most ?? PAGE_ROWS;
	for (;;) {
		const body = bodyOf(asked, limit, report.rows.length);
		const answer = await ask(source, { method: "POST", path: ":runReport", body, patience });
		const rows = rowsOf(answer, asked);
		// One by one: a spread of 50,000 arguments can exceed the stack.
		for (const row of rows) report.rows.push(row);
		const metadata = fieldsOf(answer["metadata"]);
		report.timeZone = textOf(metadata["timeZone"]);
		report.isSampled ||= listIn(metadata["samplingMetadatas"]).length > 0;
		report.isThresholded ||= metadata["subjectToThresholding"] === true;
		report.hasOther ||= metadata["dataLossFromOtherRow"] === true;
		const count = Number(answer["rowCount"] ?? 0);
		if (report.rows.length === count || asked.most !== undefined) return report;
		if (rows.length === 0 || report.rows.length > count) return undefined;
	}
};

/** All rows of a report. @throws GoogleFault */
export const readReport = async (
	source: AnalyticsProperty,
	asked: Asked,
	patience: Patience,
): Promise<AnalyticsReport> => {
	for (let reading = 1; reading <= MOST_READINGS; reading++) {
		const report = await readOnce(source, asked, patience);
		if (report !== undefined) return report;
	}
	throw new GoogleFault(
		"later",
		`${SERVICE} changes its report of ${asked.from} to ${asked.to} while it is read: try again later.`,
	);
};
