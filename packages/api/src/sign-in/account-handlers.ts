import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import { changedAddressMail } from "../accounts/mail.ts";
import { markVerified, sendVerification, verifyEmail } from "../accounts/verify-email.ts";
import { recordChange } from "../audit/record-change.ts";
import { onceCommitted } from "../database/atomically.ts";
import { joinByInvitation, openInvitation } from "../organizations/accept-invitation.ts";
import {
	type InvitationServices,
	invitationOfToken,
	isMailedToken,
} from "../organizations/invitations.ts";
import { isSuccess } from "./auth-answer.ts";
import { type AuthHandler, json } from "./auth-context.ts";

export const SIGN_UP = "/api/auth/sign-up/email";
export const VERIFY_EMAIL = "/api/auth/verify-email";
export const SEND_VERIFICATION = "/api/auth/send-verification-email";

const WithEmail = z.looseObject({ email: z.string() });
const SignUp = z.looseObject({ email: z.string(), invitationId: z.string().optional() });
const SignedUp = z.object({ user: z.object({ id: z.string(), email: z.string() }) });

const signUpIsClosed = () =>
	new ApiError(
		"INVALID_REQUEST",
		"Sign-up is closed on this server: ask an administrator for an invitation",
		{ code: "EMAIL_PASSWORD_SIGN_UP_DISABLED" },
	);

/** Handlers for new accounts and the verification of their addresses. */
export const createAccountHandlers = (
	mails: InvitationServices & {
		/** Requires an invitation to sign up. */
		disableSignup: boolean;
	},
) => {
	const { database, mailer, secret, disableSignup } = mails;

	/** With an open invitation, a person signs up and joins in one step, even where sign-up is closed. */
	const signUp: AuthHandler = async ({ body, callLibrary }) => {
		const given = SignUp.safeParse(body).data;
		const shown = given?.invitationId;
		if (given === undefined || shown === undefined) {
			if (disableSignup) throw signUpIsClosed();
			const answer = await callLibrary(body);
			if (isSuccess(answer))
				await sendVerification(mails, SignedUp.parse(JSON.parse(answer.text)).user);
			return answer;
		}
		const open = await openInvitation(database, invitationOfToken(shown), given.email.trim());
		const { invitationId: _, ...rest } = given;
		const answer = await callLibrary(rest);
		if (!isSuccess(answer)) return answer;
		const { user } = SignedUp.parse(JSON.parse(answer.text));
		await joinByInvitation(database, open, user.id);
		await recordChange(database, {
			action: "invitation.accept",
			caller: { via: "mail", user },
			organizationIds: [open.organizationId],
			target: SIGN_UP,
			body: undefined,
		});
		if (isMailedToken(secret, shown)) await markVerified(database, user.id);
		else await sendVerification(mails, user);
		return answer;
	};

	const proveEmail: AuthHandler = async ({ body }) => {
		const token = z.object({ token: z.string() }).safeParse(body).data?.token;
		if (token === undefined || !(await verifyEmail(database, token)))
			throw new ApiError("INVALID_REQUEST", "The link has already been used, or has expired", {
				code: "INVALID_TOKEN",
			});
		return json({ status: true });
	};

	const sendProof: AuthHandler = async ({ session }) => {
		if (!session) throw new ApiError("AUTHENTICATION_REQUIRED");
		if (!mailer.delivers)
			throw new ApiError(
				"INVALID_REQUEST",
				"This server does not send mail: ask its administrator to confirm your address",
				{ code: "MAIL_NOT_SET_UP" },
			);
		if (!session.user.emailVerified) await sendVerification(mails, session.user);
		return json({ status: true });
	};

	/** Notifies the old address, and asks the new one for proof. */
	const updateEmail =
		(change: AuthHandler): AuthHandler =>
		async (context) => {
			const { session, body } = context;
			const answer = await change(context);
			const email = WithEmail.safeParse(body).data?.email.trim().toLowerCase();
			if (!isSuccess(answer) || !session || email === undefined || email === session.user.email)
				return answer;
			await onceCommitted(() => mailer.send(changedAddressMail(session.user.email)));
			await sendVerification(mails, { id: session.user.id, email });
			return answer;
		};

	return {
		byPath: { [SIGN_UP]: signUp, [VERIFY_EMAIL]: proveEmail, [SEND_VERIFICATION]: sendProof },
		/** Wraps the change itself. */
		updateEmail,
	};
};
