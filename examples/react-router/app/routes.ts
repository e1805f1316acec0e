import { index, type RouteConfig, route } from "@react-router/dev/routes";

export default [
	index("routes/home.tsx"),
	route("pricing", "routes/pricing.tsx"),
	route("account", "routes/account.tsx"),
	route("old", "routes/old.tsx"),
] satisfies RouteConfig;
