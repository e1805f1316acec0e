/** Rows of a bar list by default; a list with fewer rows has the same height. */
export const BAR_ROWS = 8;
