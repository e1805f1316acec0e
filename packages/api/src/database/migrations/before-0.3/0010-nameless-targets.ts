/** Removes the erased person's id from the audit entries of erasures. */
export const sql = `
UPDATE "audit_entry" SET "target" = regexp_replace("target", '/users/.*$', '/users')
WHERE "action" = 'user.delete';
`;
