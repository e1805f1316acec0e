/** The entry of an erasure named the person who was erased. */
export const sql = `
UPDATE "audit_entry" SET "target" = regexp_replace("target", '/users/.*$', '/users')
WHERE "action" = 'user.delete';
`;
