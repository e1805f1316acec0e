/** The class names of a CSS module, as the build made them unique. */
declare module "*.module.css" {
	const names: Readonly<Record<string, string>>;
	export default names;
}
declare module "*.css";
