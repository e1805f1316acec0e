import { lazyPart } from "./lazy/lazy-part.tsx";

export const Menu = lazyPart(async () => (await import("../ui/menu.tsx")).Menu);
