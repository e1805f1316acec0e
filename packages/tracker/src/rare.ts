// What few pages need: tags load it the first time that they call one of these.

export { watchHistory } from "./browser/watch-history.rare.ts";
export { explain } from "./deliver/explain.rare.ts";
export { sift } from "./deliver/sift.rare.ts";
export { readRareAttributes } from "./tag/read-rare-attributes.rare.ts";
