const RATE = /^\d{1,10}(?:\.\d{1,10})?$/;

/** Digits after the point of an exchange rate. */
export const RATE_DIGITS = 10;

/** Whether text is a decimal above 0 with at most ten digits on each side of the point. */
export const isRate = (text: string): boolean => RATE.test(text) && /[1-9]/.test(text);
