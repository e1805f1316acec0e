import { lazyPart } from "../lazy/lazy-part.tsx";

export const Menu = lazyPart(async () => (await import("../../ui/overlay/menu.tsx")).Menu);
