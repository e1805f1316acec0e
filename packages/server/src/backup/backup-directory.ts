/** Below a data directory: the frozen copies of a backup in progress, and the record of the last backup. */
export const BACKUP_DIRECTORY = "backup";
