import { lazyPart } from "./lazy/lazy-part.tsx";

export const Menu = lazyPart(async () => (await import("../part/menu.tsx")).Menu);
