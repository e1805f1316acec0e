/** The kinds of events as they are sent; the gateway knows their names. */
/** Not an event: who the user is, and what is known of them. */
export const IDENTIFY = 0;
export const PAGEVIEW = 1;
export const CUSTOM_EVENT = 2;
export const OUTBOUND = 3;
export const ERROR = 4;
export const BUTTON_CLICK = 5;
export const COPY = 6;
export const FORM_SUBMIT = 7;
export const INPUT_CHANGE = 8;
export const ENGAGEMENT = 9;
