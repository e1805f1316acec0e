import type { Kind, ListedDestination, NewDestination, Target } from "./destination-api.ts";

export const KINDS = [
	"folder",
	"s3",
	"postgres",
	"http",
	"kafka",
] as const satisfies readonly Kind[];

/** The text fields of each kind, in the order of the form. */
export const FIELDS = {
	folder: ["path"],
	s3: ["bucket", "region", "endpoint", "prefix", "accessKeyId"],
	postgres: ["host", "port", "database", "user", "schema", "table"],
	http: ["url"],
	kafka: ["brokers", "topic", "user"],
} as const satisfies Record<Kind, readonly string[]>;
export type Field = (typeof FIELDS)[Kind][number];

/** Fields that may stay empty. */
const OPTIONAL: Readonly<Record<Kind, readonly Field[]>> = {
	folder: [],
	s3: ["endpoint", "prefix"],
	postgres: [],
	http: [],
	kafka: ["user"],
};

/** What the form of a destination holds, as text. */
export interface Draft {
	name: string;
	kind: Kind;
	fields: Readonly<Partial<Record<Field, string>>>;
	tls: boolean;
	/** Empty keeps the one that is stored. */
	secret: string;
	/** Numbers with commas; empty for all. */
	sites: string;
	/** Names with commas; empty for all. */
	types: string;
	columns: string;
	hasBots: boolean;
	start: "now" | "history";
}

export const newDraft = (kind: Kind): Draft => ({
	...{ name: "", kind, tls: true, secret: "", sites: "", types: "", columns: "" },
	fields: { port: "5432", schema: "public", table: "footfall_events" },
	hasBots: false,
	start: "now",
});

export const draftOf = ({ name, target, filter, columns, start }: ListedDestination): Draft => ({
	...newDraft(target.kind),
	...{ name, start, hasBots: filter.hasBots },
	fields: Object.fromEntries(
		FIELDS[target.kind].map((field) => {
			const value = (target as Readonly<Record<string, unknown>>)[field];
			return [field, Array.isArray(value) ? value.join(", ") : String(value ?? "")];
		}),
	),
	tls: "tls" in target ? target.tls : true,
	sites: filter.sites?.join(", ") ?? "",
	types: filter.types?.join(", ") ?? "",
	columns: columns?.join(", ") ?? "",
});

const listOf = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== "");

/** The fields that are empty and must not be. */
export const missingFields = ({ kind, fields }: Draft): readonly Field[] =>
	FIELDS[kind].filter(
		(field) => !OPTIONAL[kind].includes(field) && (fields[field] ?? "").trim() === "",
	);

const targetOf = ({ kind, fields, tls }: Draft): Target => {
	const text = (field: Field) => (fields[field] ?? "").trim();
	const optional = <Name extends Field>(field: Name) =>
		text(field) === "" ? {} : ({ [field]: text(field) } as Record<Name, string>);
	switch (kind) {
		case "folder":
			return { kind, path: text("path") };
		case "s3":
			return {
				...{ kind, bucket: text("bucket"), region: text("region"), prefix: text("prefix") },
				...{ accessKeyId: text("accessKeyId"), ...optional("endpoint") },
			};
		case "postgres":
			return {
				...{ kind, host: text("host"), port: Number(text("port")), database: text("database") },
				...{ user: text("user"), schema: text("schema"), table: text("table"), tls },
			};
		case "http":
			return { kind, url: text("url") };
		case "kafka":
			return {
				...{ kind, brokers: listOf(text("brokers")), topic: text("topic"), tls },
				...optional("user"),
			};
	}
};

type Filter = NewDestination["filter"];

/** What is sent for a draft. The server says what is wrong with a name or a number in it. */
export const destinationOf = (draft: Draft): NewDestination => {
	const { name, secret, hasBots, start } = draft;
	const [sites, types, columns] = [draft.sites, draft.types, draft.columns].map(listOf);
	return {
		...{ name: name.trim(), target: targetOf(draft), start },
		filter: {
			hasBots,
			...(sites?.length && { sites: sites.map(Number) }),
			...(types?.length && { types: types as NonNullable<Filter["types"]> }),
		},
		...(columns?.length && { columns }),
		...(secret !== "" && { secret }),
	};
};

/** A new signing secret of Standard Webhooks. */
export const signingSecret = (): string => {
	const bytes = crypto.getRandomValues(new Uint8Array(32));
	return `whsec_${btoa(String.fromCharCode(...bytes))}`;
};
