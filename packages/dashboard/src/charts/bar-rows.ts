/** Rows of a list of bars unless it says otherwise; one with less is as high. */
export const BAR_ROWS = 8;
