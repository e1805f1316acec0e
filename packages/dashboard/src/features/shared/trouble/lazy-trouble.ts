import { lazyPart } from "../../../layout/lazy/lazy-part.tsx";

/** See `trouble.tsx`. Where even this cannot be loaded, the server is away, which is said in its place. */
export const Trouble = lazyPart(async () => (await import("./trouble.tsx")).Trouble);
