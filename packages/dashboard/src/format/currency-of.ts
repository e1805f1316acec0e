import type { FigureUnit } from "./number.ts";

const MONEY = "money ";

/** The ISO 4217 code of an amount; undefined for other figures. */
export const currencyOf = (unit: FigureUnit): string | undefined =>
	unit.startsWith(MONEY) ? unit.slice(MONEY.length) : undefined;
