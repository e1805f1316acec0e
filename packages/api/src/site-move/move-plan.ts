import { sql } from "kysely";
import { z } from "zod";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";

/** As many names of each kind are shown as a site may have alerts. */
const MOST_NAMES = 100;

const names = (description: string) => z.array(z.string()).describe(description);

/** What a move takes away and what it copies, beside the site with all that is its own. */
export const MovePlan = z
	.strictObject({
		organizationId: z.string().describe("Where the site goes"),
		privateLinks: z.int().describe("Private links that end"),
		teams: names("Teams of the old organization that lose the site"),
		grants: z.int().describe("Members of the old organization who were shown the site by name"),
		alerts: names("Alerts that lose their channels and are paused until somebody chooses others"),
		recipients: z
			.int()
			.describe(
				"Recipients of reports about the site who do not belong to the new organization, also by the address of an account of the old one",
			),
		segments: names("Segments of the whole organization that reports by mail use: copied"),
		questions: names("Saved questions of the whole organization that boards show: copied"),
	})
	.meta({ component: "SiteMove" });
export type MovePlan = z.output<typeof MovePlan>;

/** The segments of the whole organization that the site's reports by mail use. */
export const sharedSegments = (database: Database, { siteId, organizationId }: Site) =>
	database
		.selectFrom("segment")
		.where("segment.organizationId", "=", organizationId)
		.where("segment.siteId", "is", null)
		.where(({ exists, selectFrom }) =>
			exists(
				selectFrom("report_mail")
					.whereRef("report_mail.segmentId", "=", "segment.segmentId")
					.where("report_mail.siteId", "=", siteId)
					.select("reportMailId"),
			),
		)
		.orderBy("segment.segmentId");

/** The saved questions of the whole organization that the site's boards show. */
export const sharedQuestions = (database: Database, { siteId, organizationId }: Site) =>
	database
		.selectFrom("saved_item as question")
		.where("question.organizationId", "=", organizationId)
		.where("question.siteId", "is", null)
		.where("question.kind", "=", "question")
		.where(
			sql<boolean>`EXISTS (SELECT FROM "saved_item" AS "board",
				jsonb_array_elements("board"."content"->'cards') AS "card"
				WHERE "board"."siteId" = ${siteId} AND "board"."kind" = 'board'
					AND "card"->>'kind' = 'saved' AND ("card"->>'questionId')::integer = "question"."id")`,
		)
		.orderBy("question.id");

/** The site's alerts that tell channels, which belong to the organization. */
export const alertsWithChannels = (database: Database, { siteId }: Site) =>
	database
		.selectFrom("alert_rule")
		.where("siteId", "=", siteId)
		.where(sql<boolean>`jsonb_array_length(coalesce("rule"->'channelIds', '[]')) > 0`)
		.orderBy("alertId");

/**
 * The recipients of the site's reports who lose them: people who are no members of the new organization, and addresses
 * whose account is a member of the old one alone. Other addresses have agreed by themselves, and stay.
 */
export const outsideRecipients = (
	database: Database,
	{ siteId, organizationId: from }: Site,
	organizationId: string,
) =>
	database.selectFrom("report_mail_recipient").where("recipientId", "in", (all) =>
		all
			.selectFrom("report_mail_recipient as recipient")
			.innerJoin("report_mail", "report_mail.reportMailId", "recipient.reportMailId")
			.leftJoin("user", (join) =>
				join.on(({ eb, or, ref }) =>
					or([
						eb("user.id", "=", ref("recipient.userId")),
						eb("user.email", "=", ref("recipient.address")),
					]),
				),
			)
			.where("report_mail.siteId", "=", siteId)
			.where(({ eb, or, and, not, exists, selectFrom }) => {
				const belongsTo = (id: string) =>
					exists(
						selectFrom("member")
							.whereRef("member.userId", "=", "user.id")
							.where("member.organizationId", "=", id)
							.select("member.id"),
					);
				return and([
					or([eb("recipient.userId", "is not", null), belongsTo(from)]),
					not(belongsTo(organizationId)),
				]);
			})
			.select("recipient.recipientId"),
	);

const namesOf = (rows: readonly { name: string }[]): string[] => rows.map(({ name }) => name);

/** What a move of a site to an organization would change. */
export const movePlanOf = async (
	database: Database,
	site: Site,
	organizationId: string,
): Promise<MovePlan> => {
	const { siteId } = site;
	const teams = await database
		.selectFrom("team_site")
		.innerJoin("team", "team.id", "team_site.teamId")
		.where("siteId", "=", siteId)
		.select("name")
		.orderBy("name")
		.limit(MOST_NAMES)
		.execute();
	const grants = await database
		.selectFrom("member_site")
		.where("siteId", "=", siteId)
		.select(({ fn }) => fn.countAll<string>().as("count"))
		.executeTakeFirstOrThrow();
	const links = await database
		.selectFrom("private_link")
		.where("siteId", "=", siteId)
		.select(({ fn }) => fn.countAll<string>().as("count"))
		.executeTakeFirstOrThrow();
	const alerts = await alertsWithChannels(database, site)
		.select("name")
		.limit(MOST_NAMES)
		.execute();
	const recipients = await outsideRecipients(database, site, organizationId)
		.select(({ fn }) => fn.countAll<string>().as("count"))
		.executeTakeFirstOrThrow();
	const segments = await sharedSegments(database, site).select("name").limit(MOST_NAMES).execute();
	const questions = await sharedQuestions(database, site)
		.select("question.name")
		.limit(MOST_NAMES)
		.execute();
	return {
		organizationId,
		privateLinks: Number(links.count),
		teams: namesOf(teams),
		grants: Number(grants.count),
		alerts: namesOf(alerts),
		recipients: Number(recipients.count),
		segments: namesOf(segments),
		questions: namesOf(questions),
	};
};
