// Code that few pages need: tags load it when they first call one of these functions.

export { watchHistory } from "./browser/watch-history.rare.ts";
export { explain } from "./deliver/explain.rare.ts";
export { sift } from "./deliver/sift.rare.ts";
export { readRareAttributes } from "./tag/read-rare-attributes.rare.ts";
