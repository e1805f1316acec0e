import { lazyPart } from "../../../layout/lazy/lazy-part.tsx";

/** See `trouble.tsx`. If even this chunk cannot be loaded, the server is unreachable, and a message says so. */
export const Trouble = lazyPart(async () => (await import("./trouble.tsx")).Trouble);

/** See `site-trouble.tsx`. */
export const SiteTrouble = lazyPart(async () => (await import("./site-trouble.tsx")).SiteTrouble);
