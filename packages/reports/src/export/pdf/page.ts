/** Shared by the parts of the document: page dimensions in points, colours and number formats. */

export type Document = PDFKit.PDFDocument;

export const MARGIN = 48;
export const INK = "#1f2933";
export const FAINT = "#66727f";
export const LINE = "#d9dee4";
export const ACCENT = "#2563eb";
export const TINT = "#e8effd";

export const widthOf = (document: Document) => document.page.width - 2 * MARGIN;

export const whole = new Intl.NumberFormat("en");
export const tenth = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
/** Always with a decimal, so that numbers in a column align. */
export const tenths = new Intl.NumberFormat("en", {
	minimumFractionDigits: 1,
	maximumFractionDigits: 1,
});
