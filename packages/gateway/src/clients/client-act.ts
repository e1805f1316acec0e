import type { SiteNumber } from "@footfall/shared/ids";
import type { Rejected } from "../ingest/outcome.ts";
import type { Fragments } from "./page-address.ts";

/** The fields of an event or an identify, unchecked, under the names of our own schemas; the site is still missing. */
export type Candidate = Readonly<Record<string, unknown>>;

/** What another product's client asks for in a request: to store something, or what cannot be stored and why. */
export type ClientAct =
	| {
			kind: "event" | "identify";
			candidate: Candidate & { site_id: string };
			/** The site whose secret the request presents. */
			trustedFor?: SiteNumber | undefined;
			/** Address of the page, for a client without ids of page loads: a view and its measurements then share one. */
			page?: string | undefined;
	  }
	/** Counted like an event that is refused later; for the site, where one is named. */
	| { kind: "refused"; candidate?: { site_id: string }; rejected: Rejected };

/** What an event needs to know of its site. */
export interface NamedSite {
	/** As events name it. */
	id: string;
	/** Which fragments belong to its paths. */
	fragments: Fragments;
}

/** An act that asks to store something. */
export type StoringAct = Exclude<ClientAct, { kind: "refused" }>;
