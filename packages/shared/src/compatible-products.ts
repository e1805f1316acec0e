/**
 * The products whose calls and attributes a script can understand as well: the build makes a `compat-<product>.js` of each,
 * which the gateway adds to the end of a script.
 */
export const COMPATIBLE_PRODUCTS = ["plausible", "umami", "gtag"];
