/**
 * The products whose calls and attributes a script can also understand: the build makes a `script-<product>.js` for
 * each, which the gateway serves with the site's settings.
 */
export const COMPATIBLE_PRODUCTS = ["plausible", "umami", "gtag"];
