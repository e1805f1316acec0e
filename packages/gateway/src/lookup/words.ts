/** The words of a text, for tables that would take a line for each of their entries. */
export const words = (text: string): string[] => text.trim().split(/\s+/);
