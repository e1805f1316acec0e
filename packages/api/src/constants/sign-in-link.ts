/** How long a sign-in link works. */
export const SIGN_IN_LINK_MINUTES = 15;

/** The page that exchanges a token for a session. The part after "#" reaches no server and no log. */
export const signInPath = (token: string): string => `/welcome#${token}`;
