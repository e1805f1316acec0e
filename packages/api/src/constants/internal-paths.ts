/** Where a running backend takes the operator's commands, from whoever presents the internal token. */
export const ADMIN_PATH = "/internal/admin";

/** Where a running backend takes what `footfall import` reads, from whoever presents the internal token. */
export const IMPORTS_PATH = "/internal/imports";
