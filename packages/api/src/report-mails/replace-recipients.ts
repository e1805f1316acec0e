import { ApiError } from "@footfall/shared/api-error";
import type { Caller, MemberRole } from "../access/caller.ts";
import { personIdOf } from "../access/caller.ts";
import { isAdministrator } from "../access/roles.ts";
import { askForConsent, type ConfirmationServices } from "./confirmation.ts";
import type { NewRecipient } from "./report-mail-shapes.ts";
import { storedRecipients } from "./stored-report-mails.ts";

const keyOf = ({ userId, address }: { userId?: string | null; address?: string | null }): string =>
	typeof userId === "string" ? `user ${userId}` : `address ${address}`;

const refused = (message: string) => new ApiError("INVALID_REQUEST", message);

/** @throws ApiError 400 for a user who is not a member */
const requireMembers = async (
	{ database }: ConfirmationServices,
	organizationId: string,
	userIds: readonly string[],
): Promise<void> => {
	if (userIds.length === 0) return;
	const rows = await database
		.selectFrom("member")
		.select("userId")
		.where("organizationId", "=", organizationId)
		.where("userId", "in", [...userIds])
		.execute();
	const known = new Set(rows.map(({ userId }) => userId));
	const unknown = userIds.find((userId) => !known.has(userId));
	if (unknown !== undefined)
		throw refused(`recipients: user ${unknown} is not a member of this organization`);
};

/** @throws ApiError 403 for a plain member who adds somebody else */
const requireMayAdd = (
	{ caller, role }: { caller: Caller; role: MemberRole },
	added: readonly NewRecipient[],
): void => {
	if (isAdministrator(role)) return;
	const isOther = (recipient: NewRecipient) =>
		!("userId" in recipient) || recipient.userId !== personIdOf(caller);
	if (added.some(isOther))
		throw new ApiError(
			"FORBIDDEN",
			"Members subscribe only themselves; an administrator can add others and other addresses",
		);
};

/**
 * Makes these the recipients of a report, and asks new addresses without an account for their consent; those that stay
 * keep their state. An address of a member counts as the member. Call it inside a transaction.
 * @throws ApiError 400 or 403
 */
export const replaceRecipients = async (
	services: ConfirmationServices,
	report: { reportMailId: number; organizationId: string; language: "en" | "de" },
	chosen: readonly NewRecipient[],
	by: { caller: Caller; role: MemberRole },
): Promise<void> => {
	const { database } = services;
	const { reportMailId, organizationId } = report;
	const before = await storedRecipients(database, [reportMailId]);
	const addresses = chosen.flatMap((one) => ("address" in one ? [one.address] : []));
	const members =
		addresses.length === 0
			? []
			: await database
					.selectFrom("user")
					.innerJoin("member", "member.userId", "user.id")
					.where("member.organizationId", "=", organizationId)
					.where("user.email", "in", addresses)
					.select(["user.id", "user.email"])
					.execute();
	const memberOf = new Map(members.map(({ id, email }) => [email, id]));
	const wanted = new Map<string, NewRecipient>();
	for (const one of chosen) {
		const userId = "address" in one ? memberOf.get(one.address) : undefined;
		const recipient = userId === undefined ? one : { userId };
		wanted.set(keyOf(recipient), recipient);
	}
	const known = new Set(before.map(keyOf));
	const added = [...wanted].flatMap(([key, one]) => (known.has(key) ? [] : [one]));
	requireMayAdd(by, added);
	await requireMembers(
		services,
		organizationId,
		added.flatMap((one) => ("userId" in one ? [one.userId] : [])),
	);
	const gone = before.filter((one) => !wanted.has(keyOf(one)));
	if (gone.length > 0)
		await database
			.deleteFrom("report_mail_recipient")
			.where(
				"recipientId",
				"in",
				gone.map(({ recipientId }) => recipientId),
			)
			.execute();
	for (const one of added) {
		const { recipientId } = await database
			.insertInto("report_mail_recipient")
			.values({
				reportMailId,
				userId: "userId" in one ? one.userId : null,
				address: "address" in one ? one.address : null,
			})
			.returning("recipientId")
			.executeTakeFirstOrThrow();
		if ("address" in one)
			await askForConsent(services, report, { recipientId, address: one.address });
	}
};
