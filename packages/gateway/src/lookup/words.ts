/** The words of a text, for tables that would otherwise take a line per entry. */
export const words = (text: string): string[] => text.trim().split(/\s+/);
