/** The operator's commands, for holders of the internal token. */
export const ADMIN_PATH = "/internal/admin";

/** The calls of `footfall import`, for holders of the internal token. */
export const IMPORTS_PATH = "/internal/imports";
/** The backup command freezes the product here for as long as the response is open. */
export const BACKUP_PATH = "/internal/backup";

/** The status command's call, for holders of the internal token. */
export const STATUS_PATH = "/internal/status";
