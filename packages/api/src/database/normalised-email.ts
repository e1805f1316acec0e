/** The form in which email addresses are stored and compared. */
export const normalisedEmail = (email: string): string => email.trim().toLowerCase();
