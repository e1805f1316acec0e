/** Below a data directory: what is frozen for a backup under way, and the record of the last one. */
export const BACKUP_DIRECTORY = "backup";
