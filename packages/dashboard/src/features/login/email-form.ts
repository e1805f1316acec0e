/** Checks the form of an e-mail address, as far as that is possible without sending mail. */
export const EMAIL = /^[^@\s]+@[^@\s]+$/;
