import { randomUUID } from "node:crypto";
import { ClientIdentify } from "@footfall/shared/identify";
import { encodeQueuedIdentify } from "@footfall/shared/queued-identify";
import { FAILED_IDENTIFY, refusalOf } from "../errors/refusals.ts";
import { checkKey, exclude, findSite, type Ingest, type IngestParts } from "./admit.ts";
import { rejected, STORED_AS_BOT } from "./outcome.ts";

const NO_PAGE = {};

/** An escape in JSON. JSON.stringify writes surrogates as escapes only when they are unpaired. */
const ESCAPE = /\\(?:u(d[89a-f][0-9a-f]{2})|.)/gi;

const withoutLoneSurrogates = (bytes: Buffer): Buffer =>
	bytes.includes("\\u")
		? Buffer.from(
				bytes
					.toString()
					.replace(ESCAPE, (sequence, surrogate?: string) =>
						surrogate === undefined ? sequence : "\uFFFD",
					),
			)
		: bytes;

/** The path to the queue of an identify, which gives a visitor the user and the traits that the site knows. */
export const createIdentifyIngestion =
	({ admission, readContext, append, visitorOf }: IngestParts): Ingest =>
	(candidate, sender, configuration) => {
		const checked = ClientIdentify.safeParse(candidate);
		if (!checked.success) return rejected("invalid", refusalOf(checked.error));
		const claim = checked.data;

		const site = findSite(claim.site_id, configuration);
		if ("kind" in site) return site;
		const overRate = admission.checkRate(site);
		if (overRate !== undefined) return overRate;
		const trusted = checkKey(claim.api_key, sender, site, configuration);
		if (typeof trusted === "object") return trusted;
		const context = readContext(claim, sender, site, trusted);
		const exclusion = exclude(NO_PAGE, context);
		if (exclusion !== undefined) return exclusion;
		// A bot gets the usual reply, and is not identified.
		if (typeof admission.judge(context, undefined, 0) === "object") return STORED_AS_BOT;

		const { receivedAt } = context;
		const { siteId } = site.settings;
		// The address of a server that sends for its users is not theirs, so it is not linked to one.
		const hasVisitor =
			!trusted || claim.anonymous_id !== undefined || claim.ip_address !== undefined;
		const { partitionKey, ...ids } = visitorOf(context, receivedAt, claim.anonymous_id);
		const record = encodeQueuedIdentify({
			id: randomUUID(),
			site: siteId,
			receivedAt,
			...ids,
			user: claim.user_id,
			...(claim.traits !== undefined && { traits: claim.traits }),
			isNewIdentify: hasVisitor && (claim.is_new_identify ?? true),
		});
		return append(
			{ key: `${siteId}:${partitionKey}`, value: withoutLoneSurrogates(record) },
			sender.trace,
			FAILED_IDENTIFY,
		);
	};
