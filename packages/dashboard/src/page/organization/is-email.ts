const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

/** Whether mail could go there; the api has the last word. */
export const isEmail = (text: string): boolean => EMAIL.test(text.trim());
