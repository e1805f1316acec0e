/** The form of an e-mail address, as far as it can be told without sending a mail. */
export const EMAIL = /^[^@\s]+@[^@\s]+$/;
