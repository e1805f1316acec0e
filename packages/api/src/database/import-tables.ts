import type {
	DayRange,
	GooglePlatform,
	GoogleWait,
	PlainMapping,
	PlatformName,
} from "@footfall/imports";
import type { DefinitionKind } from "@footfall/shared/imported-hit";
import type { ColumnType, Generated } from "kysely";
import type { Json } from "./json-column.ts";

/** A property of a service and the days that are read of it. */
export interface ImportSource extends DayRange {
	property: string;
	/** How many parts the import has. */
	units: number;
}

export interface ImportTable {
	importId: string;
	siteId: number;
	organizationId: string;
	platform: PlatformName | GooglePlatform;
	/** Of the plain format; empty for the others. */
	mapping: Json<PlainMapping>;
	/** Recognises a repeated import of the same files; null where rows come over the api. */
	fingerprint: string | null;
	state: "receiving" | "finishing" | "done" | "failed";
	/** The number of rows of the export that have a position. */
	nextRow: Generated<number>;
	importedEvents: Generated<number>;
	/** Reason → count. */
	skipped: ColumnType<Record<string, number>, string | undefined, string>;
	invalid: ColumnType<Record<string, number>, string | undefined, string>;
	/** Reason → the first rows that could not be read for it, counted from 1. */
	invalidRows: ColumnType<Record<string, number[]>, string | undefined, string>;
	/** Why finishing has failed so far, or why the import was given up. */
	failure: string | null;
	/** The numbers of restored definitions by kind. */
	definitions: ColumnType<Record<string, number>, string | undefined, string>;
	/** How many of `importedEvents` were daily sums. */
	importedFigures: Generated<number>;
	/** What is read from a service, in parts that are counted like rows; null where rows come from a file. */
	source: ColumnType<ImportSource | null, string | undefined, string>;
	/** What limits its sums, as a sentence without its number → the number. */
	noted: ColumnType<Record<string, number>, string | undefined, string>;
	/** Why nothing is read for the moment, and until when: ms since the epoch. */
	waiting: ColumnType<GoogleWait | null, string | null | undefined, string | null>;
	startedBy: string | null;
	startedAt: Generated<Date>;
	/** When the last rows arrived. */
	heardAt: Generated<Date>;
	completedAt: Date | null;
	/** Until then, no other process may finish the import. */
	leaseUntil: Generated<Date | null>;
}

export interface ImportBatchTable {
	importId: string;
	/** Hash of the rows, to recognise a repetition. */
	digest: string;
	firstRow: number;
	rows: number;
	/** False until its rows are in the event store. */
	isStored: Generated<boolean>;
}

/** A definition that the site gets when its import is finished. */
export interface ImportDefinitionTable {
	importId: string;
	/** Its position in the export, so that a repetition is stored once. */
	position: number;
	kind: DefinitionKind;
	/** Valid for its kind. */
	content: Json<object>;
}
