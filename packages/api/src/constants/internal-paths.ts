/** The operator's commands, for holders of the internal token. */
export const ADMIN_PATH = "/internal/admin";

/** The calls of `footfall import`, for holders of the internal token. */
export const IMPORTS_PATH = "/internal/imports";
/** Where the backup command has the product frozen, for as long as the answer is open. */
export const BACKUP_PATH = "/internal/backup";

/** What the status command asks, for holders of the internal token. */
export const STATUS_PATH = "/internal/status";
